import { type MarkdownSource, renderTree } from './markdown-view.tsx';
import { useMarkdownTree } from './use-markdown-tree.ts';
import * as m from './words/messages.ts';

/**
 * Text in markdown: line breaks are kept, HTML is sanitized, and videos come from known hosts only. A text that takes too long to
 * parse or is nested too deeply is shown as it was written, so that no text can block its reader.
 */
export default function Markdown({ text, source }: { text: string; source?: MarkdownSource }) {
  const tree = useMarkdownTree(text);
  // As high as the window: what follows a long text does not move when it comes.
  if (tree === undefined)
    return <div className="skeleton h-dvh" role="status" aria-label={m.loading_text()} />;
  return (
    <div className="prose-text" dir="auto">
      {tree === null ? (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
      ) : (
        renderTree(tree, source)
      )}
    </div>
  );
}
