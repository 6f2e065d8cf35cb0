import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `work` for at most `milliseconds`. @returns whether it was over by then */
export const withTimeout = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const isOver = work.then(() => true);
  return (await firstOf(milliseconds, isOver, { ref: true })) ?? false;
};

/** What `work` comes to; undefined if that takes more than `milliseconds`. The process may end meanwhile. */
export const resultWithin = <Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> => firstOf(milliseconds, work, { ref: false });

async function firstOf<Result>(milliseconds: number, work: Promise<Result>, { ref }: { ref: boolean }) {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work,
      delay(milliseconds, undefined, { ref, signal: timer.signal }).catch(() => undefined),
    ]);
  } finally {
    timer.abort();
  }
}
