import type { Log } from '../observability/log.server.ts';

export type Background = ReturnType<typeof createBackground>;

/** Work that no answer waits for; the stop of a site does. */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>();
  return {
    /** Begins `work`. @param failure says in the log what went wrong */
    run(failure: string, work: () => Promise<void>): void {
      const promise: Promise<void> = work()
        .catch((error: unknown) => log.error(failure, { error }))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    /** Resolves when all that has begun is over. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
