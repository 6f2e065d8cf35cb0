/** In milliseconds. Some browsers never say that they are idle. */
const longestWait = 5_000;

/** Does something in the browser when nothing else is to be done there. Not every browser can tell. */
export function whenIdle(work: () => void) {
  if (typeof window === 'undefined') return;
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: longestWait });
  else setTimeout(work, 1_000);
}
