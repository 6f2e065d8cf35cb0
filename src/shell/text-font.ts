import textFont from '@fontsource/newsreader/files/newsreader-latin-400-normal.woff2?url';
import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

let loaded: FontFace | undefined;

/**
 * Loads the face of prompts ahead. The style sheet requests it only once a prompt is shown, which is too late for the first paint, so that
 * the page would keep the fallback.
 */
export async function loadTextFont(): Promise<void> {
  if (loaded) return;
  const loading = new FontFace('Newsreader', `url(${textFont})`, { weight: '400' }).load();
  loaded = await loading.catch(() => undefined);
}

/** Shows the loaded face from the next page on, because text that is already there would move. */
export function useTextFont(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useLayoutEffect(() => {
    if (loaded) document.fonts.add(loaded);
  }, [pathname]);
}
