import { readKeptSession } from '#people/session/public/kept-session.ts';
import { sessionKey } from '#people/session/public/session-key.ts';
import { hasStarted, readyEvent, startEvent } from './app-starter.ts';

const start = () => document.dispatchEvent(new Event(startEvent));

/** What was pressed last, and waits for the app. */
let pressed: HTMLElement | undefined;

function pressOnceReady(wanted: HTMLElement) {
  if (!pressed)
    // After the app has drawn what it shows once it is there.
    document.addEventListener(readyEvent, () => setTimeout(() => pressed?.click()), { once: true });
  pressed = wanted;
  start();
}

/**
 * Starts the app where a visitor needs it: a click on something that only the app can do, or Enter in a form that only the app can send,
 * which is clicked again once the app is there; a code in the address of a page that takes one (`data-needs-app="code"`); a session that
 * begins in another tab, or on another page before the browser's Back brings this one out of its memory.
 */
export function startOnRequest() {
  const isReady = () => document.documentElement.dataset.app === 'ready';
  document.addEventListener(
    'click',
    (event) => {
      const wanted =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-needs-app]') : null;
      if (!wanted || isReady()) return;
      event.preventDefault();
      event.stopPropagation();
      pressOnceReady(wanted);
    },
    { capture: true },
  );
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isReady() || !(event.target instanceof HTMLInputElement)) return;
    const wanted = event.target.form?.querySelector<HTMLElement>('[data-needs-app="form"]');
    if (!wanted) return;
    event.preventDefault();
    pressOnceReady(wanted);
  });
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
