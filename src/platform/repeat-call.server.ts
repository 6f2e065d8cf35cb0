import { setTimeout } from 'node:timers/promises';

/** The pauses between attempts, in milliseconds. */
const usualPauses = [1_000, 4_000, 15_000];

/** As `fetch` reports a connection that can't be made or breaks off. A call that ran into its time limit has had time enough. */
const isWithoutAnswer = (error: unknown): boolean => error instanceof TypeError;

/** Whether a call of `fetch` got no answer, or one that may be another the next time. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('status' in error) return error.status === 429 || Number(error.status) >= 500;
  return isWithoutAnswer(error) || isWithoutAnswer(error.cause);
}

/**
 * Repeats a call over the network that fails for reasons that pass. For work that has time: it takes up to 20 seconds longer.
 * @throws the error of the last attempt. One with a `status` is repeated only if the status is 429 or 5xx
 */
export async function repeatCall<Result>(
  call: () => Promise<Result>,
  pauses: readonly number[] = usualPauses,
): Promise<Result> {
  for (const pause of pauses)
    try {
      return await call();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await setTimeout(pause);
    }
  return call();
}
