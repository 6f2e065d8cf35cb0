import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import type { LibraryFilters } from './library-filters.ts';

/** Pages of the library for a set of filters. */
export const libraryQuery = (filters: LibraryFilters) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'list', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { q, type, category, difficulty, favorites, sort } = filters;
      const query = {
        sort,
        q: q || undefined,
        type,
        category,
        difficulty,
        favorites: favorites ? 'true' : undefined,
        cursor: pageParam,
      };
      const set = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      return (await api.prompts.$get({ query: set }, { init: { signal } })).json();
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const promptQuery = (slug: string) =>
  queryOptions({
    queryKey: ['prompts', 'one', slug],
    queryFn: async ({ signal }) =>
      (await api.prompts[':slug'].$get({ param: { slug } }, { init: { signal } })).json(),
  });

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async () => (await api.categories.$get()).json(),
});
