/** Waits for `work`, but at most `milliseconds`. @returns whether it finished in time */
export const withTimeout = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const isOver = work.then(() => true);
  return (await firstOf(milliseconds, isOver, { ref: true })) ?? false;
};

/** The result of `work`; undefined if it takes longer than `milliseconds`. The timer doesn't keep the process alive. */
export const resultWithin = <Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> => firstOf(milliseconds, work, { ref: false });

// Requests wait here, and an AbortSignal's timeout would construct an error each time, which costs more than everything else here.
function firstOf<Result>(milliseconds: number, work: Promise<Result>, { ref }: { ref: boolean }) {
  return new Promise<Result | undefined>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    if (!ref) timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
