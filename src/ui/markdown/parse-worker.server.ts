import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from './markdown-tree.ts';

parentPort?.on('message', (text: string) => parentPort?.postMessage(parseMarkdown(text) ?? null));
// Loading the parser is not counted as parsing.
parentPort?.postMessage('ready');
