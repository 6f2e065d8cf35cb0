import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

type Query<Data> = { queryKey: QueryKey; queryFn: () => Promise<Data> };

let cache: typeof import('./query-client.ts') | undefined;

/** The query cache. It is loaded with a session, so that it is not part of a visitor's first page. */
export const loadQueryCache = async () => (cache ??= await import('./query-client.ts'));

/** What the cache holds for a query, for pages that visitors see too; undefined, and nothing loaded, while it is off. */
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
