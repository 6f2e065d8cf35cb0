import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from './markdown-tree.ts';

parentPort?.on('message', (text: string) => parentPort?.postMessage(parseMarkdown(text) ?? null));
// Sent when loaded, so that loading doesn't count toward the time limit.
parentPort?.postMessage('ready');
