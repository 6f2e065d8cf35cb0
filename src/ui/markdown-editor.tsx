import { type ComponentProps, useState } from 'react';
import { Chip } from './chip.tsx';
import { Markdown } from './lazy-markdown.tsx';
import { TextArea } from './text-area.tsx';

type Props = Omit<ComponentProps<typeof TextArea>, 'value'> & {
  /** Returns the current text, for the preview. */
  read: () => string | undefined;
};

const guide = [
  ['# Heading, ## Smaller heading', 'Headings'],
  ['**bold**', 'Bold'],
  ['*italic*', 'Italic'],
  ['[text](https://example.com)', 'Link, opens in a new tab'],
  ['![description](https://example.com/a.png)', 'Image'],
  ['`code`', 'Inline code'],
  ['- item, or 1. item', 'Lists'],
  ['<iframe src="https://www.youtube.com/embed/…"></iframe>', 'Video from YouTube'],
  ['<iframe src="https://player.vimeo.com/video/…"></iframe>', 'Video from Vimeo'],
] as const;

/** Text in markdown, with a preview and a guide. Spread `form.register(name)` into it. */
export function MarkdownEditor({ read, ...rest }: Props) {
  const [isPreviewed, setIsPreviewed] = useState(false);
  // The text area has to be on the page to show its error and take the focus.
  const isPreview = isPreviewed && !rest.error;
  return (
    <div>
      {isPreview ? (
        <div>
          <p className="mb-1.5 text-sm font-semibold">{rest.label}</p>
          <div className="min-h-24 rounded-md border border-line bg-paper px-4 py-3">
            <Markdown text={read() ?? ''} />
          </div>
        </div>
      ) : (
        <TextArea className="max-h-80" {...rest} />
      )}
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <Chip pressed={!isPreview} onClick={() => setIsPreviewed(false)}>
          Edit
        </Chip>
        <Chip pressed={isPreview} onClick={() => setIsPreviewed(true)}>
          Preview
        </Chip>
        <details className="ml-2 min-w-0 flex-1 text-sm">
          <summary className="min-h-8 py-1.5 font-semibold text-accent">Markdown Help</summary>
          <dl className="mt-2 space-y-1.5">
            {guide.map(([code, meaning]) => (
              <div key={meaning} className="flex flex-wrap gap-x-3">
                <dt className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{code}</dt>
                <dd className="text-muted">{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </div>
  );
}
