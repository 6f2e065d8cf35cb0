import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';

/** What the server refused stays refused; what it could not answer is asked again. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 3 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

/** The browser's one query cache, for everything that is loaded for a signed-in member. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 30_000 },
    // Offline, a change fails with a message instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Keeps a query up to date in the cache, outside of React. */
export const observeQuery = <Data>(options: QueryObserverOptions<Data>, onChange: () => void) =>
  new QueryObserver(queryClient, options).subscribe(onChange);
