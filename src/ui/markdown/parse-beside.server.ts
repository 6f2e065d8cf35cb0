import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { MarkdownTree } from './markdown-tree.ts';

/** The bundle of the server has the worker beside itself, see `scripts/bundle-server.mjs`. */
const script = import.meta.filename.endsWith('.ts') ? 'parse-worker.server.ts' : 'parse-worker.js';
const remembered = 20;
/** More than in a browser: a busy server does much else meanwhile, and the tree is kept. */
const maxMilliseconds = 10_000;
const maxMegabytes = 256;

const known = new LRUCache<string, Promise<MarkdownTree | null>>({ max: remembered });
let last: Promise<unknown> = Promise.resolve();

/** The tree of a text that can take long to parse, from a thread of its own; null where it takes too long or cannot be laid out. */
export function parseBeside(text: string): Promise<MarkdownTree | null> {
  const found = known.get(text);
  if (found) return found;
  // One at a time: the texts of a whole catalog would take every core.
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
