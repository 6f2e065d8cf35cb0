import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { blankKey } from './parse.ts';

export const valuesQuery = queryOptions({
  queryKey: queryKeys.values,
  queryFn: async ({ signal }) => (await api.values.$get({ query: {} }, { init: { signal } })).json(),
});

/** The member's earlier values, by key. Undefined while loading, empty if they can't be loaded. */
export function useRememberedValues(): ReadonlyMap<string, string> | undefined {
  const { data, isPending } = useQuery(valuesQuery);
  return useMemo(
    () => (isPending ? undefined : new Map(data?.items.map(({ name, value }) => [blankKey(name), value]))),
    [data, isPending],
  );
}
