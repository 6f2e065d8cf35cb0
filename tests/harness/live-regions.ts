import type { Page } from 'playwright-core';

/**
 * Listens as a screen reader does, in this page and those after it: to the regions that were there before their text changed. What comes
 * with its text is not read by all of them.
 * @returns what has been heard so far
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(collectHeard);
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

function collectHeard() {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
  new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const text = element?.closest(regions)?.textContent?.trim();
      if (text && text !== heard.at(-1)) heard.push(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
