import { lazyPart } from './lazy-part.tsx';

/** Text in markdown. Without the code that formats it, it is shown as it was written. */
export const Markdown = lazyPart<{ text: string }>(() => import('./markdown.tsx'), {
  pending: () => <div className="skeleton h-24" />,
  missing: ({ text }) => (
    <p className="prose-text whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
      {text}
    </p>
  ),
});
