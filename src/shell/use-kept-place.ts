import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterStateContext as RouterState, useLocation } from 'react-router';

/** Where the router stores how far each entry of the browser's history was scrolled. */
export const placesKey = 'places';

/** By the keys of the browser's history. */
function storedPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(placesKey) ?? '{}');
  } catch {
    return {};
  }
}

/** The router does so when a page is left, but phones drop a page in the background without telling it. */
function storePlace() {
  const places = { ...storedPlaces(), [history.state?.key]: window.scrollY };
  try {
    sessionStorage.setItem(placesKey, JSON.stringify(places));
  } catch {
    // Without the browser's storage, pages begin at their top.
  }
}

/** What comes even later moves nobody. */
const longestMilliseconds = 30_000;

/**
 * After a reload or Back, brings readers to their place once the page is long enough again, because its data comes
 * later, unless they do something first.
 */
export function useKeptPlace(): void {
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('visibilitychange', storePlace, stop);
    // Before the router goes to another page.
    document.addEventListener('click', storePlace, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);

  const { key } = useLocation();
  const restored = useContext(RouterState)?.restoreScrollPosition;
  const isFirst = useRef(true);
  useEffect(() => {
    // The router doesn't know the place on the page that it begins with.
    const place = isFirst.current && restored === false ? storedPlaces()[key] : restored;
    isFirst.current = false;
    if (typeof place !== 'number') return;
    const page = document.documentElement;
    const stop = new AbortController();
    const observer = new ResizeObserver(() => {
      if (page.scrollHeight - page.clientHeight >= place) window.scrollTo(0, place);
    });
    observer.observe(document.body);
    stop.signal.addEventListener('abort', () => observer.disconnect());
    for (const action of ['wheel', 'pointerdown', 'keydown'])
      window.addEventListener(action, () => stop.abort(), { passive: true, signal: stop.signal });
    setTimeout(() => stop.abort(), longestMilliseconds);
    return () => stop.abort();
  }, [key, restored]);
}
