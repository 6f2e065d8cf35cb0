import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

type Query<Data> = { queryKey: QueryKey; queryFn: () => Promise<Data> };

let cache: typeof import('./query-client.ts') | undefined;

/** The query cache. It is loaded once there is a session, so that visitors don't have to load it with their first page. */
export const loadQueryCache = async () => (cache ??= await import('./query-client.ts'));

/** A query's data, for pages that visitors see too. While `isOn` is false, it is undefined and the query cache isn't loaded. */
export function useLazyQuery<Data>(query: Query<Data>, isOn: boolean): Data | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let stop = () => {};
      let isOver = !isOn;
      if (isOn)
        void loadQueryCache().then(({ observeQuery }) => {
          if (!isOver) stop = observeQuery(query, onChange);
        });
      return () => {
        isOver = true;
        stop();
      };
    },
    [query, isOn],
  );
  const read = () => (isOn ? cache?.queryClient.getQueryData<Data>(query.queryKey) : undefined);
  return useSyncExternalStore(subscribe, read, () => undefined);
}
