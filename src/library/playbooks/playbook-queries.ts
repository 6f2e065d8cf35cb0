import { infiniteQueryOptions } from '@tanstack/react-query';
import { type ListFilters, listQueryOf } from '#library/catalog/public/list-filters.ts';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** Pages of playbooks for a set of filters. */
export const playbooksQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.playbooks.list(filters),
    queryFn: async ({ pageParam, signal }) => {
      const query = listQueryOf(filters, pageParam);
      return (await api.playbooks.$get({ query }, { init: { signal } })).json();
    },
    ...cursorPages,
    // Off, because the page itself reloads the list on every focus of the window, not only when it becomes visible.
    refetchOnWindowFocus: false,
  });
