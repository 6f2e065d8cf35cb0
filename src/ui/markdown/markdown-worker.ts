import { parseMarkdown } from './markdown-tree.ts';

// Sent when loaded, so that loading doesn't count toward the time limit.
postMessage('ready');
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(parseMarkdown(data) ?? null));
