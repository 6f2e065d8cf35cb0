/**
 * Groups single calls into batches: while one batch runs, later calls are collected for the next. A call is always part of a
 * batch that starts after the call, so it never gets an older state than it would have alone.
 * @param run gets the collected keys and returns one result per key, in the same order.
 */
export function batched<Key, Result>(
  run: (keys: Key[]) => Promise<Result[]>,
  maxBatch = 500,
): (key: Key) => Promise<Result> {
  type Call = { key: Key; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Call[] = [];
  let running = false;

  async function drain() {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      try {
        const results = await run(batch.map((call) => call.key));
        batch.forEach((call, index) => {
          call.resolve(results[index] as Result);
        });
      } catch (error) {
        for (const call of batch) call.reject(error);
      }
    }
    running = false;
  }

  return (key) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!running) queueMicrotask(() => running || void drain());
    });
}
