/** How pages that work without the app, the page's own small script and the app tell each other when it is needed. */

/** Dispatched at the document: the app is needed now. */
export const startEvent = 'promptory:start';
/** Dispatched at the document: the app has taken over the page. */
export const readyEvent = 'promptory:ready';

/** Dispatched at the document: what the page's own script shows before the app is there, or will not come. */
export const earlyEvent = 'promptory:early';
/** The app waits at most this long for it. */
const longestEarlyMilliseconds = 1_000;

/** Resolves once the page's own script shows what it has asked for; at once where it has asked for nothing. */
export async function earlyShown(): Promise<void> {
  if (!('showing' in document.documentElement.dataset)) return;
  await new Promise((resolve) => {
    document.addEventListener(earlyEvent, resolve, { once: true });
    setTimeout(resolve, longestEarlyMilliseconds);
  });
}

/** Whether the app runs on this page, or is about to. */
export const hasStarted = () => 'app' in document.documentElement.dataset;

/** To be called before the app takes over a page. */
export function markStarted(): void {
  document.documentElement.dataset.app ??= '';
}
