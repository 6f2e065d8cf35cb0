import { lazyPart } from './lazy-part.tsx';
import type { MarkdownSource } from './markdown-view.tsx';

type Props = { text: string; source?: MarkdownSource };

const AsWritten = ({ text }: Props) => (
  <p className="prose-text whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
    {text}
  </p>
);

/** Text in markdown. Without the code that formats it, it is shown as it was written. */
export const Markdown = lazyPart<Props>(() => import('./markdown.tsx'), {
  pending: () => <div className="skeleton h-24" />,
  missing: AsWritten,
});

/** The same for a text that grows or changes while it is shown. */
export const LiveMarkdown = lazyPart<Props>(
  async () => ({ default: (await import('./markdown.tsx')).LiveMarkdown }),
  {
    pending: AsWritten,
    missing: AsWritten,
  },
);
