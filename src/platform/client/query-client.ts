import { notifyManager, QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';

/** What the server refused stays refused; what it could not answer is asked again, unless there is no network. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 3 &&
  navigator.onLine &&
  (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

// Before the browser paints: later, a box that somebody has just ticked would spring back for a moment.
notifyManager.setScheduler(queueMicrotask);

/** The browser's one query cache, for everything that is loaded for a signed-in member. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, everything fails with a message instead of waiting unseen. What failed is loaded when the network is back.
    queries: {
      retry: isWorthRetrying,
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Back brings a page out of the browser's memory as it was left, such as for the payment provider.
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void queryClient.invalidateQueries();
  });

/** Keeps a query up to date in the cache, outside of React. */
export const observeQuery = <Data>(options: QueryObserverOptions<Data>, onChange: () => void) =>
  new QueryObserver(queryClient, options).subscribe(onChange);
