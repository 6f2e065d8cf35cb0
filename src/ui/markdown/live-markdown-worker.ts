import { type LiveChange, type MarkdownBlock, parseMarkdown } from './markdown-tree.ts';

let sent: string[] = [];

/** Where a block stands in the text says nothing about how it looks. */
const shapeOf = (block: MarkdownBlock) =>
  JSON.stringify(block, (key, value: unknown) => (key === 'position' ? undefined : value));

/** Only the changed blocks; a growing text stays mostly the same. */
function change(text: string): LiveChange {
  const blocks = parseMarkdown(text)?.children;
  const shapes = blocks?.map(shapeOf) ?? [];
  const shared = Math.min(shapes.length, sent.length);
  let start = 0;
  while (start < shared && shapes[start] === sent[start]) start += 1;
  let end = 0;
  while (end < shared - start && shapes.at(-1 - end) === sent.at(-1 - end)) end += 1;
  sent = shapes;
  return blocks ? { start, blocks: blocks.slice(start, blocks.length - end), end } : null;
}

// Says first that it is ready, so that loading it is not counted as parsing.
postMessage('ready');
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(change(data)));
