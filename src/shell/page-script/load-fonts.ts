import { whenIdle } from '#ui/when-idle.ts';
import { readyEvent } from './app-starter.ts';

/** The key in local storage: set once the fonts are in the browser's cache. */
export const fontsKey = 'promptory-fonts';
/** In megabits a second. On a slower line fonts arrive too late for the page, and delay its code. */
export const slowMegabits = 2;

const faces = ['1em "Instrument Sans Variable"', '500 1em "Newsreader"'];

/**
 * The script in <head> leaves the fonts out of a member's first page on a slow line: they are loaded after it, and shown when a page is
 * next loaded from the server. Other pages have asked for them already; asking again could show them late, and move what is there.
 */
export function loadFonts() {
  const { dataset } = document.documentElement;
  const isLater = dataset.fonts === 'later';
  async function keep() {
    if (isLater) await Promise.all(faces.map((face) => document.fonts.load(face)));
    else {
      // Before that, none may have been asked for.
      if (document.readyState !== 'complete')
        await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
      await document.fonts.ready;
    }
    if ([...document.fonts].some(({ status }) => status === 'loaded')) localStorage.setItem(fontsKey, '');
  }
  // If storage fails, the next page behaves like this one.
  const tryToKeep = () => void keep().catch(() => undefined);
  if (!isLater) tryToKeep();
  else if (dataset.app === 'ready') whenIdle(tryToKeep);
  else document.addEventListener(readyEvent, () => whenIdle(tryToKeep), { once: true });
}
