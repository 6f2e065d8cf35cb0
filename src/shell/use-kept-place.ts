import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placesKey } from './places-key.ts';

/** By the keys of the browser's history. */
function storedPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(placesKey) ?? '{}');
  } catch {
    return {};
  }
}

/** Whether a page is still too short for its place, so that it is scrolled to somewhere before it. */
let isReturning = false;

/** The router does so when a page is left, but phones drop a page in the background without telling it. */
function storePlace() {
  if (isReturning) return;
  const places = { ...storedPlaces(), [history.state?.key]: window.scrollY };
  try {
    sessionStorage.setItem(placesKey, JSON.stringify(places));
  } catch {
    // Without the browser's storage, pages begin at their top.
  }
}

/** Whether something that is still loading begins above a place. It would move what is there. */
const isLoadingAbove = (place: number) =>
  [...document.querySelectorAll('.skeleton')].some(
    (element) => element.getBoundingClientRect().top + window.scrollY < place,
  );

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
    window.addEventListener('scrollend', storePlace, stop);
    // For browsers that don't report the end of scrolling. Before the router goes to another page.
    document.addEventListener('click', storePlace, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);

  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // Within a page, such as between the steps of a playbook, the page decides.
    const isSamePage = shown.current === pathname;
    shown.current = pathname;
    const place = isReturn && !isSamePage ? storedPlaces()[key] : undefined;
    if (!place) return;
    isReturning = true;
    const stop = new AbortController();
    const tryToScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (scrollHeight - clientHeight < place || isLoadingAbove(place)) return;
      window.scrollTo(0, place);
      stop.abort();
    };
    const observer = new MutationObserver(tryToScroll);
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => stop.abort(), longestMilliseconds);
    stop.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      observer.disconnect();
      isReturning = false;
    });
    for (const action of ['wheel', 'pointerdown', 'keydown'])
      window.addEventListener(action, () => stop.abort(), { passive: true, signal: stop.signal });
    tryToScroll();
    return () => stop.abort();
  }, [key, pathname, isReturn]);
}
