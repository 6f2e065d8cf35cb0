import { whenIdle } from '#ui/when-idle.ts';
import { readyEvent } from './app-starter.ts';

/** The key in local storage: set once the fonts are in the browser's cache. */
export const fontsKey = 'promptory-fonts';
/** In megabits per second. On a slower connection, fonts would arrive too late for the page, and delay its code. */
export const slowMegabits = 2;

const faces = ['1em "Instrument Sans Variable"', '500 1em "Newsreader"'];

/**
 * On a slow connection, the script in <head> leaves the fonts out of a member's first page: they are loaded afterward, and used from the
 * next full page load. On other pages they are already loading; requesting them again could show them late and shift the layout.
 */
export function loadFonts() {
  const { dataset } = document.documentElement;
  const isLater = dataset.fonts === 'later';
  async function keep() {
    if (isLater) await Promise.all(faces.map((face) => document.fonts.load(face)));
    else {
      // Until the page has loaded, fonts may not have been requested.
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
