import { memo } from 'react';
import * as m from '../words/messages.ts';
import type { MarkdownBlock, MarkdownTree } from './markdown-tree.ts';
import { type MarkdownSource, renderTree } from './markdown-view.tsx';
import { useLiveBlocks } from './use-live-blocks.ts';
import { useMarkdownTree } from './use-markdown-tree.ts';

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
      {tree === null ? <AsWritten text={text} /> : renderTree(tree, source)}
    </div>
  );
}

/** Text in markdown that the server has parsed. */
export const ParsedMarkdown = ({ tree }: { tree: MarkdownTree }) => (
  <div className="prose-text" dir="auto">
    {renderTree(tree)}
  </div>
);

/**
 * Text in markdown that changes while it is shown: as it is typed, or as a language model writes it. It is parsed beside the page, and only
 * blocks that have changed are drawn again.
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

/** Letters that move closer to the next one would be measured again with each line of a word that never ends. */
const AsWritten = ({ text }: { text: string }) => (
  <p className="whitespace-pre-wrap [font-kerning:none] [overflow-wrap:anywhere]">{text}</p>
);

const Block = memo(({ block, source }: { block: MarkdownBlock; source: MarkdownSource | undefined }) =>
  renderTree({ type: 'root', children: [block] }, source),
);
