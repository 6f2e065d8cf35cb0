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
 * Whether a page can show these texts as they will stay: at once where nothing is to be formatted, else once the code has come or cannot
 * be loaded. It is loaded in any case.
 */
export function useFormatter(texts: string[]) {
  const isSettled = useSettled(Formatted);
  return isSettled || texts.every((text) => plainParagraphs(text));
}

/** Text in markdown. Where nothing is to be formatted it needs no code; without the code, it is shown as it was written. */
export function Markdown({ text, source }: Props) {
  const paragraphs = useMemo(() => plainParagraphs(text), [text]);
  if (!paragraphs) return <Formatted text={text} {...(source && { source })} />;
  // As the formatter would have it.
  return (
    <div className="prose-text" dir="auto">
      {paragraphs.map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph has no other name and never moves.
        <Fragment key={index}>
          {index > 0 && '\n'}
          <p>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor has a line.
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

/** The same for a text that grows or changes while it is shown. */
export const LiveMarkdown = lazyPart<Props>(
  async () => ({ default: (await import('./markdown.tsx')).LiveMarkdown }),
  {
    pending: AsWritten,
    missing: AsWritten,
  },
);
