import type { Page } from 'playwright-core';

/**
 * Listens like a screen reader, on this page and those after it: to live regions that existed before their text changed. Not all screen
 * readers read a region that is added along with its text.
 * @returns a function that returns the texts heard so far
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
