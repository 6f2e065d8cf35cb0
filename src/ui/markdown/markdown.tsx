import { memo } from 'react';
import * as m from '../words/messages.ts';
import type { MarkdownBlock, MarkdownTree } from './markdown-tree.ts';
import { type MarkdownSource, renderTree } from './markdown-view.tsx';
import { useLiveBlocks } from './use-live-blocks.ts';
import { useMarkdownTree } from './use-markdown-tree.ts';

/**
 * Text in Markdown: line breaks are kept, HTML is sanitized, and videos are only embedded from known hosts. A text that takes too long to
 * parse or is nested too deeply is shown as source, so that no text can block its reader.
 */
export default function Markdown({ text, source }: { text: string; source?: MarkdownSource }) {
  const tree = useMarkdownTree(text);
  // As tall as the window, so that content below a long text doesn't shift when the text appears.
  if (tree === undefined)
    return <div className="skeleton h-dvh" role="status" aria-label={m.loading_text()} />;
  return (
    <div className="prose-text" dir="auto">
      {tree === null ? <AsWritten text={text} /> : renderTree(tree, source)}
    </div>
  );
}

/** Text in Markdown that the server has parsed. */
export const ParsedMarkdown = ({ tree }: { tree: MarkdownTree }) => (
  <div className="prose-text" dir="auto">
    {renderTree(tree)}
  </div>
);

/**
 * Text in Markdown that changes while it is shown, because someone is typing or a language model is writing. It is parsed in a worker, and
 * only changed blocks render again.
 */
export function LiveMarkdown({ text, source }: { text: string; source?: MarkdownSource }) {
  const blocks = useLiveBlocks(text);
  return (
    <div className="prose-text" dir="auto">
      {blocks ? (
        blocks.map(({ id, block }) => <Block key={id} block={block} source={source} />)
      ) : (
        <AsWritten text={text} />
      )}
    </div>
  );
}

/** With kerning, a very long word would be measured again for each of its lines. */
const AsWritten = ({ text }: { text: string }) => (
  <p className="whitespace-pre-wrap [font-kerning:none] [overflow-wrap:anywhere]">{text}</p>
);

const Block = memo(({ block, source }: { block: MarkdownBlock; source: MarkdownSource | undefined }) =>
  renderTree({ type: 'root', children: [block] }, source),
);
