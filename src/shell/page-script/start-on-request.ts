import { readKeptSession } from '#people/session/public/kept-session.ts';
import { sessionKey } from '#people/session/public/session-key.ts';
import { hasStarted, readyEvent, startEvent } from './app-starter.ts';

const start = () => document.dispatchEvent(new Event(startEvent));

/**
 * Starts the app where a visitor needs it: a click on something that only the app can do, which is clicked again once the app is
 * there; a code in the address of a page that takes one (`data-needs-app="code"`); a session that begins in another tab, or on another page
 * before the browser's Back brings this one out of its memory.
 */
export function startOnRequest() {
  document.addEventListener(
    'click',
    (event) => {
      const wanted =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-needs-app]') : null;
      if (!wanted || document.documentElement.dataset.app === 'ready') return;
      event.preventDefault();
      event.stopPropagation();
      document.addEventListener(readyEvent, () => wanted.click(), { once: true });
      start();
    },
    { capture: true },
  );
  addEventListener('storage', ({ key, newValue }) => {
    if (key === sessionKey && newValue !== null && !hasStarted()) {
      document.documentElement.dataset.session = '';
      start();
    }
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || hasStarted() || !readKeptSession()) return;
    document.documentElement.dataset.session = '';
    start();
  });
  const startForCode = () => {
    const code = new URLSearchParams(location.search).get('code');
    if (code && document.querySelector('[data-needs-app="code"]')) start();
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', startForCode);
  else startForCode();
}
