/**
 * Events and marks by which pages that work without the app, the page's own small script and the app tell each other
 * when the app is needed.
 */

/** Dispatched at the document: the app is needed now. */
export const startEvent = 'promptory:start';
/** Dispatched at the document: the app has taken over the page. */
export const readyEvent = 'promptory:ready';

/** Dispatched at the document: the page's own script has shown the first data, or won't. */
export const earlyEvent = 'promptory:early';
/** How long the app waits for that at most. */
const longestEarlyMilliseconds = 1_000;

/** Resolves once the page's own script has shown the first data; at once if it isn't going to. */
export async function earlyShown(): Promise<void> {
  if (!('showing' in document.documentElement.dataset)) return;
  await new Promise((resolve) => {
    document.addEventListener(earlyEvent, resolve, { once: true });
    setTimeout(resolve, longestEarlyMilliseconds);
  });
}

/** Whether the app is running on this page, or about to. */
export const hasStarted = () => 'app' in document.documentElement.dataset;

/** Must be called before the app takes over a page. */
export function markStarted(): void {
  document.documentElement.dataset.app ??= '';
}
