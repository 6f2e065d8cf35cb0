import { parseMarkdown } from './markdown-tree.ts';

// Says first that it is ready, so that loading it is not counted as parsing.
postMessage('ready');
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(parseMarkdown(data) ?? null));
