import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const checkMilliseconds = 1_000;
/** A process that waits for requests and looks after its jobs is busy for less than this share of the time. */
const quietShare = 0.05;
/** So many checks in a row. */
const quietChecks = 3;
/** Less is not worth the pause of some 130 ms. */
const worthBytes = 16_000_000;

/**
 * Gives back what a rush has left. V8 collects garbage while a program allocates, so in a process that has become quiet it would stay.
 * Does nothing without `--expose-gc`.
 */
export function collectWhenQuiet(): void {
  const { gc } = globalThis;
  if (!gc) return;
  let before = performance.eventLoopUtilization();
  let quiet = 0;
  let kept = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    quiet = performance.eventLoopUtilization(now, before).utilization < quietShare ? quiet + 1 : 0;
    before = now;
    if (quiet < quietChecks || getHeapStatistics().total_heap_size < kept + worthBytes) return;
    // Any other kind keeps the pages that it has emptied, for the next rush.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = getHeapStatistics().total_heap_size;
  }, checkMilliseconds).unref();
}
