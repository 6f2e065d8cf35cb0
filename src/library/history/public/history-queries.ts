import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { historyActions } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

export type HistoryAction = (typeof historyActions)[number];

/** The member's history in pages, all of it or one kind of action. */
export const historyQuery = (action: HistoryAction | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.history.list(action ?? ''),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(action ? { action } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.history.$get({ query }, { init: { signal } })).json();
    },
    ...cursorPages,
    // Every opened page adds to it, so always refetch.
    staleTime: 0,
  });

/** The member's last copy of a prompt. */
export const lastCopyQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.history.copies(slug),
    queryFn: async ({ signal }) => {
      const query = { action: 'copied' as const, prompt: slug, limit: '1' };
      const { items } = await (await api.history.$get({ query }, { init: { signal } })).json();
      return items[0] ?? null;
    },
  });

export const historyEntryQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.history.entry(id),
    queryFn: async ({ signal }) =>
      (await api.history[':id'].$get({ param: { id } }, { init: { signal } })).json(),
  });
