import { useEffect, useSyncExternalStore } from 'react';
import { toast } from '#ui/overlays/toasts.tsx';
import { isPreloaded } from './preload-pages.ts';
import * as m from './words/messages.ts';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The page of this site that a click leads to in this window; undefined for any other click. */
function targetOf(event: MouseEvent): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.download) return undefined;
  const url = new URL(link.href);
  const isHere = url.pathname === location.pathname;
  return url.origin === location.origin && !isHere ? url : undefined;
}

/** Offline banner. Links to pages that can't be shown offline don't leave this one. */
export function OfflineStrip() {
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
  useEffect(() => {
    if (!isOffline) return;
    const { dataset } = document.documentElement;
    dataset.offline = '';
    const onClick = (event: MouseEvent) => {
      const target = targetOf(event);
      if (!target || isPreloaded(target.pathname)) return;
      event.preventDefault();
      event.stopPropagation();
      toast.info(m.youre_offline_this_page_opens_when());
    };
    // Ahead of the links' own handlers.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      delete dataset.offline;
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [isOffline]);
  return (
    <div role="status">
      {isOffline && (
        <p className="fixed inset-x-0 bottom-0 z-40 grid h-(--strip) place-items-center border-t border-line-strong bg-mark px-4 text-center text-[0.8125rem] leading-tight text-ink print:hidden">
          {m.youre_offline_what_you_see_stays()}
        </p>
      )}
    </div>
  );
}
