import { whenIdle } from '#ui/when-idle.ts';
import { readyEvent } from './app-starter.ts';

/** The key in local storage: there once the browser has the fonts. */
export const fontsKey = 'promptory-fonts';
/** In megabits a second. On a slower line the fonts do not come in time for the page that asks for them, and make its code late. */
export const slowMegabits = 2;

const faces = ['1em "Instrument Sans Variable"', '500 1em "Newsreader"'];

/**
 * The script in <head> leaves the fonts out of a member's first page on a slow line: they are loaded once the page is there, for the
 * next one. Other pages have asked for them already; asking again could show them late, and move what is there.
 */
export function loadFonts() {
  const isLater = document.documentElement.dataset.fonts === 'later';
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
  // Without the note the next page is like this one.
  const tryToKeep = () => void keep().catch(() => undefined);
  if (isLater) document.addEventListener(readyEvent, () => whenIdle(tryToKeep), { once: true });
  else tryToKeep();
}
