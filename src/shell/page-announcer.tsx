import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { titleInTab } from '#platform/pages/page-meta.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';

/** A page's title can change once its item is loaded. */
const settleMilliseconds = 150;

/**
 * Does for navigation in the app what a browser does for page loads: screen readers announce the title, without the site's name, and the
 * focus isn't lost along with the link that was followed.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  const { site_name } = useSiteSettings();
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
    let timer: ReturnType<typeof setTimeout>;
    const announce = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTitle(titleInTab(document.title, site_name)), settleMilliseconds);
    };
    announce();
    const observer = new MutationObserver(announce);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [pathname, site_name]);
  return (
    <p id="page-announcer" role="status" className="sr-only">
      {title}
    </p>
  );
}
