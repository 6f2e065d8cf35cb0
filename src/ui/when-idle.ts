/** In milliseconds, because some browsers never report that they are idle. */
const longestWait = 5_000;

/** Runs work in the browser when it is idle. Not every browser can tell. */
export function whenIdle(work: () => void) {
  if (typeof window === 'undefined') return;
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: longestWait });
  else setTimeout(work, 1_000);
}
