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

// Some requests wait here. A timer that is aborted makes an error each time, which takes longer than all else of it.
function firstOf<Result>(milliseconds: number, work: Promise<Result>, { ref }: { ref: boolean }) {
  return new Promise<Result | undefined>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    if (!ref) timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
