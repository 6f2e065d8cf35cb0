import { readKeptSession } from '#people/session/public/kept-session.ts';
import { sessionKey } from '#people/session/public/session-key.ts';
import { hasStarted, readyEvent, startEvent } from './app-starter.ts';

const start = () => document.dispatchEvent(new Event(startEvent));

/** The control that was pressed last, while it waits for the app. */
let pressed: HTMLElement | undefined;
/** Shows that it waits. Not an attribute, because the app doesn't expect any that it hasn't rendered. */
let waiting: Animation | undefined;

function showWaiting(control: HTMLElement) {
  waiting?.cancel();
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  waiting = control.animate(
    [isStill ? 0.5 : 1, 0.5].map((opacity) => ({ opacity, cursor: 'progress' })),
    { duration: 800, direction: 'alternate', iterations: Number.POSITIVE_INFINITY },
  );
}

function pressOnceReady(wanted: HTMLElement) {
  if (!pressed) {
    const press = () => {
      waiting?.cancel();
      pressed?.click();
    };
    // After the app has rendered its first update.
    document.addEventListener(readyEvent, () => setTimeout(press), { once: true });
    // A banner says that the app couldn't be loaded.
    addEventListener('error', () => 'lost' in document.documentElement.dataset && waiting?.cancel(), true);
  }
  if (pressed !== wanted) showWaiting(wanted);
  pressed = wanted;
  start();
}

/**
 * Starts the app when a visitor needs it: for a click on a control that needs the app, or Enter in a form that does (it is clicked again
 * once the app is ready); for a code in the address of a page that takes one (`data-needs-app="code"`); and for a session that begins in
 * another tab, or on another page before the Back button restores this one from the browser's cache.
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
    if (key === sessionKey() && newValue !== null && !hasStarted()) {
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
