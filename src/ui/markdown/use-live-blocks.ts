import { startTransition, useEffect, useState } from 'react';
import type { LiveChange, MarkdownBlock } from './markdown-tree.ts';
import { workMilliseconds } from './quick-text.ts';

/** A block keeps its id while it grows. */
type LiveBlock = { id: number; block: MarkdownBlock };

/** The pause between two texts, because nobody can read faster updates. */
const restMilliseconds = 60;

/** The blocks of the latest parsed text; null if there is none yet, or if the text can't be shown as Markdown. */
export function useLiveBlocks(text: string): readonly LiveBlock[] | null {
  const [blocks, setBlocks] = useState<readonly LiveBlock[] | null>(null);
  const [parser] = useState(() =>
    createParser((change) => startTransition(() => setBlocks((before) => change && merge(before, change)))),
  );
  useEffect(() => parser.begin(), [parser]);
  useEffect(() => parser.parse(text), [parser, text]);
  return blocks;
}

function merge(
  before: readonly LiveBlock[] | null,
  { start, blocks, end }: NonNullable<LiveChange>,
): LiveBlock[] {
  const known = before ?? [];
  const replaced = known.slice(start, known.length - end);
  const next = known.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
  return [
    ...known.slice(0, start),
    ...blocks.map((block, index) => ({ id: replaced[index]?.id ?? next + index, block })),
    ...known.slice(known.length - end),
  ];
}

/** Parses the latest text in a worker, one at a time. After one that takes too long, texts of that length or more aren't parsed. */
function createParser(show: (change: LiveChange) => void) {
  let worker: Worker | undefined;
  let isFree = false;
  let wanted: string | undefined;
  let sent = '';
  let tooLong = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end() {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
  }
  /** The worker sends changes relative to its previous text, so it must start over. */
  function showNone() {
    show(null);
    if (sent === '') return;
    end();
    begin();
  }
  function giveUp() {
    tooLong = Math.min(tooLong, sent.length);
    showNone();
  }
  function begin() {
    isFree = false;
    sent = '';
    worker = new Worker(new URL('./live-markdown-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<LiveChange | 'ready'>) => {
      clearTimeout(timer);
      if (data === 'ready') return rest();
      show(data);
      timer = setTimeout(rest, restMilliseconds);
    };
    // If the worker's code can't be loaded, the source is shown.
    worker.onerror = () => {
      show(null);
      end();
    };
  }
  function rest() {
    isFree = true;
    next();
  }
  function next() {
    if (!isFree || wanted === undefined || !worker) return;
    if (wanted.length >= tooLong) return showNone();
    isFree = false;
    sent = wanted;
    wanted = undefined;
    worker.postMessage(sent);
    timer = setTimeout(giveUp, workMilliseconds);
  }
  return {
    begin() {
      begin();
      return end;
    },
    parse(text: string) {
      wanted = text;
      next();
    },
  };
}
