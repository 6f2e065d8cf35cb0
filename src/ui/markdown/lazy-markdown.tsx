import { Fragment, useMemo } from 'react';
import { lazyPart, useSettled } from '../lazy-part.tsx';
import type { MarkdownSource } from './markdown-view.tsx';
import { plainParagraphs } from './plain-paragraphs.ts';

type Props = { text: string; source?: MarkdownSource };

const AsWritten = ({ text }: Props) => (
  <p className="prose-text whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
    {text}
  </p>
);

const Formatted = lazyPart<Props>(() => import('./markdown.tsx'), {
  pending: () => <div className="skeleton h-24" />,
  missing: AsWritten,
});

/** Loads the code that formats texts; settles either way. */
export const loadFormatter = Formatted.preload;

/**
 * Whether a page can show these texts in their final layout: at once if none needs formatting, otherwise once the code has loaded or can't
 * be loaded. Always starts loading it.
 */
export function useFormatter(texts: string[]) {
  const isSettled = useSettled(Formatted);
  return isSettled || texts.every((text) => plainParagraphs(text));
}

/** Text in Markdown. Needs no code if there is nothing to format; if the code can't be loaded, shows the source. */
export function Markdown({ text, source }: Props) {
  const paragraphs = useMemo(() => plainParagraphs(text), [text]);
  if (!paragraphs) return <Formatted text={text} {...(source && { source })} />;
  // The same markup as the formatter's.
  return (
    <div className="prose-text" dir="auto">
      {paragraphs.map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and never move.
        <Fragment key={index}>
          {index > 0 && '\n'}
          <p>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do lines.
              <Fragment key={at}>
                {at > 0 && <br />}
                {at > 0 && '\n'}
                {line}
              </Fragment>
            ))}
          </p>
        </Fragment>
      ))}
    </div>
  );
}

/** The same for a text that changes while it is shown. */
export const LiveMarkdown = lazyPart<Props>(
  async () => ({ default: (await import('./markdown.tsx')).LiveMarkdown }),
  {
    pending: AsWritten,
    missing: AsWritten,
  },
);
