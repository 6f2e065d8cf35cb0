import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The member's versions, of one prompt or of all. */
export const myVersionsQuery = (prompt?: string) =>
  queryOptions({
    queryKey: queryKeys.myVersions.list(prompt ?? ''),
    queryFn: async ({ signal }) =>
      (await api['my-versions'].$get({ query: prompt ? { prompt } : {} }, { init: { signal } })).json(),
  });

export const myVersionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.myVersions.detail(id),
    queryFn: async ({ signal }) =>
      (await api['my-versions'][':id'].$get({ param: { id }, query: {} }, { init: { signal } })).json(),
  });

/** The changes since the original was last merged. `updated` is when the text was saved last. */
export const myVersionDifferenceQuery = (id: string, updated: string) =>
  queryOptions({
    queryKey: queryKeys.myVersions.difference(id, updated),
    queryFn: async ({ signal }) => {
      const query = { difference: 'true' };
      const answer = await api['my-versions'][':id'].$get({ param: { id }, query }, { init: { signal } });
      return (await answer.json()).difference ?? [];
    },
  });

/** The version merged with the original's changes. `version` is the original's. */
export const mergeQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: queryKeys.myVersions.merge(id, version),
    queryFn: async () => (await api['my-versions'][':id'].merge.$get({ param: { id } })).json(),
    // Fetched whenever the dialog opens: the choices belong to exactly these lines.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
