import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { MarkdownTree } from './markdown-tree.ts';

/** In the bundle, the worker is next to the server; see `scripts/bundle-server.mjs`. */
const script = import.meta.filename.endsWith('.ts') ? 'parse-worker.server.ts' : 'parse-worker.js';
const remembered = 20;
/** Longer than in a browser, because a busy server has other work too, and the result is cached. */
const maxMilliseconds = 10_000;
const maxMegabytes = 256;

const known = new LRUCache<string, Promise<MarkdownTree | null>>({ max: remembered });
let last: Promise<unknown> = Promise.resolve();

/** Parses a text that can take long in a thread of its own; null if it takes too long or can't be laid out. */
export function parseBeside(text: string): Promise<MarkdownTree | null> {
  const found = known.get(text);
  if (found) return found;
  // One at a time, because the texts of a whole catalog would use every core.
  const tree = last.then(() => parseInThread(text)).catch(() => null);
  last = tree;
  known.set(text, tree);
  return tree;
}

function parseInThread(text: string): Promise<MarkdownTree | null> {
  return new Promise((resolve) => {
    const worker = new Worker(join(import.meta.dirname, script), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    let timer: NodeJS.Timeout | undefined;
    const finish = (tree: MarkdownTree | null) => {
      clearTimeout(timer);
      resolve(tree);
      void worker.terminate();
    };
    worker.on('message', (message: MarkdownTree | 'ready' | null) => {
      if (message !== 'ready') return finish(message);
      worker.postMessage(text);
      timer = setTimeout(() => finish(null), maxMilliseconds);
    });
    worker.on('error', () => finish(null));
    worker.on('exit', () => finish(null));
  });
}
