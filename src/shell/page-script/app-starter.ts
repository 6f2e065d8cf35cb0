/** How pages that work without the app, the page's own small script and the app tell each other when it is needed. */

/** Dispatched at the document: the app is needed now. */
export const startEvent = 'promptory:start';
/** Dispatched at the document: the app has taken over the page. */
export const readyEvent = 'promptory:ready';

/** Whether the app runs on this page, or is about to. */
export const hasStarted = () => 'app' in document.documentElement.dataset;

/** To be called before the app takes over a page. */
export function markStarted(): void {
  document.documentElement.dataset.app ??= '';
}
