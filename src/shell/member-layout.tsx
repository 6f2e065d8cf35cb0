import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { SearchShortcut } from '#library/search/public/search-shortcut.tsx';
import { SignedInOnly } from '#people/session/public/guards.tsx';
import { ApiError } from '#platform/api-client.ts';
import { Sidebar } from './sidebar.tsx';

/** What the server has refused stays refused; what it could not answer is asked again. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 3 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

/** The frame of everything behind the sign-in. */
export default function MemberLayout() {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: isWorthRetrying, staleTime: 30_000 },
          mutations: { retry: false },
        },
      }),
  );
  return (
    <SignedInOnly>
      <QueryClientProvider client={client}>
        <div className="flex">
          <Sidebar />
          <div className="min-h-[calc(100dvh-4rem)] min-w-0 flex-1 border-line px-5 py-8 md:border-l md:px-10 md:py-10">
            <Outlet />
          </div>
        </div>
        <SearchShortcut />
      </QueryClientProvider>
    </SignedInOnly>
  );
}
