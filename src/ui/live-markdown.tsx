import { memo } from 'react';
import type { MarkdownBlock } from './markdown-tree.ts';
import { type MarkdownSource, renderTree } from './markdown-view.tsx';
import { useLiveBlocks } from './use-live-blocks.ts';

/**
 * Text in markdown that changes while it is shown: as it is typed, or as a language model writes it. It is parsed beside the page, and only
 * blocks that have changed are drawn again.
 */
export default function LiveMarkdown({ text, source }: { text: string; source?: MarkdownSource }) {
  const blocks = useLiveBlocks(text);
  return (
    <div className="prose-text" dir="auto">
      {blocks ? (
        blocks.map(({ id, block }) => <Block key={id} block={block} source={source} />)
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
      )}
    </div>
  );
}

const Block = memo(({ block, source }: { block: MarkdownBlock; source: MarkdownSource | undefined }) =>
  renderTree({ type: 'root', children: [block] }, source),
);
