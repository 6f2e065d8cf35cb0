/**
 * Turns many single calls into few grouped ones: while one group runs, later calls gather for the next. A call is
 * always answered by a group that began after the call was made, so it never sees an older state than it could
 * have seen alone.
 * @param run gets the gathered keys and answers one result a key, in their order.
 */
export function batched<Key, Result>(
  run: (keys: Key[]) => Promise<Result[]>,
  most = 500,
): (key: Key) => Promise<Result> {
  type Call = { key: Key; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Call[] = [];
  let running = false;

  async function drain() {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await run(group.map((call) => call.key));
        group.forEach((call, index) => {
          call.resolve(results[index] as Result);
        });
      } catch (error) {
        for (const call of group) call.reject(error);
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
