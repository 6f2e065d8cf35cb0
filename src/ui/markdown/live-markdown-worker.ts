import { type LiveChange, type MarkdownBlock, parseMarkdown } from './markdown-tree.ts';

let sent: string[] = [];

/** A block's position in the text doesn't affect how it looks. */
const shapeOf = (block: MarkdownBlock) =>
  JSON.stringify(block, (key, value: unknown) => (key === 'position' ? undefined : value));

/** Only the changed blocks, because most of a growing text stays the same. */
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

// Sent when loaded, so that loading doesn't count toward the time limit.
postMessage('ready');
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(change(data)));
