import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The member's own versions: of one prompt, or all. */
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

/** What I have changed since the original was taken in last; `updated` is when the text was. */
export const myVersionDifferenceQuery = (id: string, updated: string) =>
  queryOptions({
    queryKey: queryKeys.myVersions.difference(id, updated),
    queryFn: async ({ signal }) => {
      const query = { difference: 'true' };
      const answer = await api['my-versions'][':id'].$get({ param: { id }, query }, { init: { signal } });
      return (await answer.json()).difference ?? [];
    },
  });

/** My version with what the original has gained since; `version` is the original's. */
export const mergeQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: queryKeys.myVersions.merge(id, version),
    queryFn: async () => (await api['my-versions'][':id'].merge.$get({ param: { id } })).json(),
    // Once for each time the dialog opens: what is chosen belongs to these lines.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
