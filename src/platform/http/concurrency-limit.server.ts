/** Limits concurrency: runs at most `atOnce` tasks, the rest in FIFO order. */
export function createConcurrencyLimit(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hand this slot to the next one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
