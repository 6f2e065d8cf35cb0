import { type ComponentProps, useState } from 'react';
import { Chip } from './chip.tsx';
import { Markdown } from './lazy-markdown.tsx';
import { TextArea } from './text-area.tsx';
import * as m from './words/messages.ts';

type Props = Omit<ComponentProps<typeof TextArea>, 'value'> & {
  /** Returns the current text, for the preview. */
  read: () => string | undefined;
};

const guide = [
  ['# Heading, ## Smaller heading', m.headings],
  ['**bold**', m.bold],
  ['*italic*', m.italic],
  ['[text](https://example.com)', m.link_opens_in_a_new_tab],
  ['![description](https://example.com/a.png)', m.image],
  ['`code`', m.inline_code],
  ['- item, or 1. item', m.lists],
  ['<iframe src="https://www.youtube.com/embed/…"></iframe>', m.video_from_you_tube],
  ['<iframe src="https://player.vimeo.com/video/…"></iframe>', m.video_from_vimeo],
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
          {m.edit()}
        </Chip>
        <Chip pressed={isPreview} onClick={() => setIsPreviewed(true)}>
          {m.preview()}
        </Chip>
        <details className="ml-2 min-w-0 flex-1 text-sm">
          <summary className="min-h-8 py-1.5 font-semibold text-accent">{m.markdown_help()}</summary>
          <dl className="mt-2 space-y-1.5">
            {guide.map(([code, meaning]) => (
              <div key={code} className="flex flex-wrap gap-x-3">
                <dt className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{code}</dt>
                <dd className="text-muted">{meaning()}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </div>
  );
}
