import { useEffect } from 'react';
import * as platform from '#platform/words/messages.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { useIsOffline } from '#ui/use-is-offline.ts';
import { isPreloaded, opensOffline, preloadPage } from './preload-pages.ts';
import * as m from './words/messages.ts';

type Target = { link: HTMLAnchorElement; url: URL };

/** The link to another page of this site that a click opens in this window; undefined for any other click. */
function targetOf(event: MouseEvent): Target | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.download) return undefined;
  const url = new URL(link.href);
  const isHere = url.pathname === location.pathname;
  return url.origin === location.origin && !isHere ? { link, url } : undefined;
}

/** Whether React Router follows the link, not the browser. */
const isInApp = ({ link }: Target) => link.dataset.discover === 'true';

/** The last link that was clicked, while the code of its page loads. */
let awaited: HTMLAnchorElement | undefined;

/** Follows a link once the code of its page has loaded. React Router would reload the current page if a file is missing. */
async function follow({ link, url }: Target) {
  awaited = link;
  const { href } = location;
  const isWanted = () => awaited === link && location.href === href;
  try {
    await preloadPage(url.pathname);
    if (isWanted()) link.click();
  } catch {
    const isThere = await fetch('/healthz').then(
      // A captive portal answers every request.
      ({ ok, headers }) => ok && headers.get('content-type')?.startsWith('application/json'),
      () => false,
    );
    if (!isWanted()) return;
    // A new release has other files, which a full page load fetches.
    if (isThere) location.assign(url);
    else toast.error(platform.site_unreachable());
  }
}

/** The only form that the browser sends itself. */
const isLanguageForm = (form: EventTarget | null) =>
  form instanceof HTMLFormElement && form.getAttribute('action') === '/language';

/** The offline banner. Also keeps links from leaving this page if their page can't be shown offline or its code can't be loaded. */
export function OfflineStrip() {
  const isOffline = useIsOffline();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (isOffline) dataset.offline = '';
    const onClick = (event: MouseEvent) => {
      const target = targetOf(event);
      if (!target) return;
      awaited = undefined;
      const { pathname } = target.url;
      if (isOffline ? opensOffline(pathname) : isPreloaded(pathname) || !isInApp(target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isOffline) return void follow(target);
      // The phone's menu would be above the message.
      target.link.closest<HTMLElement>('[popover]')?.hidePopover();
      toast.info(m.page_needs_network());
    };
    const onSubmit = (event: SubmitEvent) => {
      if (!isOffline || !isLanguageForm(event.target)) return;
      event.preventDefault();
      toast.info(m.page_needs_network());
    };
    // Before the links' own handlers.
    document.addEventListener('click', onClick, { capture: true });
    document.addEventListener('submit', onSubmit);
    return () => {
      delete dataset.offline;
      document.removeEventListener('click', onClick, { capture: true });
      document.removeEventListener('submit', onSubmit);
    };
  }, [isOffline]);
  return (
    <div role="status">
      {isOffline && (
        <p className="fixed inset-x-0 bottom-0 z-40 grid h-(--strip) place-items-center border-t border-line-strong bg-mark px-4 text-center text-[0.8125rem] leading-tight text-ink print:hidden">
          {m.offline_about()}
        </p>
      )}
    </div>
  );
}
