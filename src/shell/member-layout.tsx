import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { SearchShortcut } from '#library/search/public/search-shortcut.tsx';
import { SignedInOnly } from '#people/session/public/guards.tsx';
import { useSession } from '#people/session/public/session.tsx';
import { queryClient } from '#platform/client/query-client.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { classNames } from '#ui/class-names.ts';
import { isFilledIn } from '#ui/early-field.tsx';
import { loadFormatter } from '#ui/markdown/lazy-markdown.tsx';
import { preloadToasts } from '#ui/overlays/toasts.tsx';
import { PageContent } from '#ui/page-content.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import * as common from '#ui/words/messages.ts';
import { isAdminPath } from './navigation.ts';
import { preloadMemberPages } from './preload-pages.ts';
import { Sidebar } from './sidebar.tsx';
import { loadTextFont, useTextFont } from './text-font.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { guarded } from './use-sign-out.tsx';

export const handle = guarded;

/** Whether the browser is set to save data; not every browser tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

function usePage() {
  const { handle, params } = useMatches().at(-1) ?? { params: {} };
  const { key, search } = useLocation();
  return { ...(handle as PageHandle | undefined), params, key, query: new URLSearchParams(search) };
}

/** Whether to keep showing the page as the server sent it. Data that was filled in early stays until the page has its own. */
function useIsPending(): boolean {
  const isSessionPending = useSession().status === 'loading';
  const [hasData, setHasData] = useState(!isSessionPending);
  const { load, params, query, key } = usePage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for the page that came from the server, or for another one that replaces it.
  useLayoutEffect(() => {
    if (isSessionPending || hasData) return;
    const finish = () => setHasData(true);
    if (load && isFilledIn()) void load(queryClient, params, query).then(finish);
    else finish();
  }, [isSessionPending, key]);
  return isSessionPending || !hasData;
}

/** The page as the server sends it, without knowing who opens it. */
function PendingPage() {
  const { Pending, key } = usePage();
  if (!Pending) return <Spinner />;
  // Hidden, because screen readers would start reading content that is about to be replaced.
  return (
    <>
      <p role="status" className="sr-only">
        {common.loading()}
      </p>
      <div inert aria-hidden="true">
        {/* With a key, another page or list starts without the text of the previous one. */}
        <Pending key={key} />
      </div>
    </>
  );
}

/** The layout of every page that needs a session. Until that is known, visitors who probably have one already see its frame. */
export default function MemberLayout() {
  const isPending = useIsPending();
  // The admin area's sidebar depends on the role.
  const isAdminArea = isAdminPath(useLocation().pathname);
  const visibility = isPending ? 'when-signed-in' : undefined;
  useTextFont();
  useKeptPlace();
  useEffect(() => {
    void preloadToasts();
    if (savesData()) return;
    whenIdle(() => void preloadMemberPages().then(loadFormatter).then(loadTextFont));
  }, []);
  return (
    <SignedInOnly>
      <QueryClientProvider client={queryClient}>
        {isPending && isAdminArea ? (
          <PageContent>
            <Spinner />
          </PageContent>
        ) : (
          <div className="flex">
            <Sidebar className={visibility} />
            <PageContent className="min-w-0 flex-1">
              {isPending && (
                <div className="when-signed-out">
                  <Spinner />
                </div>
              )}
              <div
                className={classNames(
                  'min-h-[calc(100dvh-4rem)] border-line px-5 py-8 md:border-l md:px-10 md:py-10 print:border-0',
                  visibility,
                )}
              >
                {isPending ? <PendingPage /> : <Outlet />}
              </div>
            </PageContent>
          </div>
        )}
        {!isPending && <SearchShortcut />}
      </QueryClientProvider>
    </SignedInOnly>
  );
}
