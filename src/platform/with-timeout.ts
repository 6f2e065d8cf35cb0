import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `work` for at most `milliseconds`. @returns whether it was over by then */
export async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      delay(milliseconds, false, { signal: timer.signal }).catch(() => false),
    ]);
  } finally {
    timer.abort();
  }
}
