import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { SearchShortcut } from '#library/search/public/search-shortcut.tsx';
import { SignedInOnly } from '#people/session/public/guards.tsx';
import { queryClient } from '#platform/client/query-client.ts';
import { loadFormatter } from '#ui/markdown/lazy-markdown.tsx';
import { preloadToasts } from '#ui/overlays/toasts.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { preloadMemberPages } from './preload-pages.ts';
import { Sidebar } from './sidebar.tsx';
import { guarded } from './use-sign-out.ts';

export const handle = guarded;

/** Whether the visitor has asked for as little data as possible; not every browser can tell. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The layout of every page that needs a session. */
export default function MemberLayout() {
  useEffect(() => {
    preloadToasts();
    if (savesData()) return;
    whenIdle(() => void preloadMemberPages().then(loadFormatter));
  }, []);
  return (
    <SignedInOnly>
      <QueryClientProvider client={queryClient}>
        <div className="flex">
          <Sidebar />
          <div
            id="page"
            tabIndex={-1}
            className="min-h-[calc(100dvh-4rem)] min-w-0 outline-none flex-1 border-line px-5 py-8 md:border-l md:px-10 md:py-10"
          >
            <Outlet />
          </div>
        </div>
        <SearchShortcut />
      </QueryClientProvider>
    </SignedInOnly>
  );
}
