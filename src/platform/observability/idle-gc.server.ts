import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const checkMilliseconds = 1_000;
/** From this share of busy time on, a process counts as loaded. */
const loadShare = 0.3;
/** A process that only waits for requests and jobs is busy for less than this share. */
const quietShare = 0.05;
/** Number of idle checks in a row before it collects. */
const quietChecks = 3;
/** Freeing less isn't worth the pause of about 130 ms. */
const worthBytes = 16_000_000;

/**
 * Collects garbage once after each period of load, when the process is idle, so that the memory returns to the system.
 * By itself, V8 only collects while a program allocates. Does nothing without `--expose-gc`.
 */
export function collectWhenIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  let before = performance.eventLoopUtilization();
  // Starting the process counts as load.
  let hasLoad = true;
  let quiet = 0;
  let kept = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    hasLoad ||= utilization > loadShare;
    quiet = utilization < quietShare ? quiet + 1 : 0;
    const size = getHeapStatistics().total_heap_size;
    kept = Math.min(kept, size);
    if (!hasLoad || quiet < quietChecks || size < kept + worthBytes) return;
    // Other kinds of collection keep the freed pages for the next load.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = getHeapStatistics().total_heap_size;
    hasLoad = false;
  }, checkMilliseconds).unref();
}
