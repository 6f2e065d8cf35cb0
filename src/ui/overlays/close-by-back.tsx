import { useEffect, useRef } from 'react';

/** TypeScript's library doesn't have the class yet: https://html.spec.whatwg.org/multipage/interaction.html#closewatcher */
declare global {
  interface Window {
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** Inside an open dialog: on Android, Back closes it instead of leaving the page. Browsers without a CloseWatcher leave. */
export function CloseByBack({ close }: { close: () => void }) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const { CloseWatcher } = window;
    if (!CloseWatcher) return;
    const watch = () => {
      const watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        latest.current();
        // A dialog with unsaved changes stays open, and asks first.
        current = watch();
      });
      return watcher;
    };
    let current = watch();
    return () => current.destroy();
  }, []);
  return null;
}
