import { notifyManager, QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';

/** Don't repeat refused requests. Repeat those that the server couldn't answer, unless the browser is offline. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 3 &&
  navigator.onLine &&
  (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

// Update before the browser paints; otherwise a checkbox that was just clicked would flip back for a moment.
notifyManager.setScheduler(queueMicrotask);

/** The browser's query cache, for all data of a signed-in member. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, requests fail with a message instead of waiting silently. Failed queries are loaded once the browser is online again.
    queries: {
      retry: isWorthRetrying,
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Going back, for example from the payment provider, can restore a page from memory with outdated data.
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void queryClient.invalidateQueries();
  });

/** Keeps a query up to date in the cache, outside of React. */
export const observeQuery = <Data>(options: QueryObserverOptions<Data>, onChange: () => void) =>
  new QueryObserver(queryClient, options).subscribe(onChange);
