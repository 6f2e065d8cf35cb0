import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { resultsQuery } from '#library/answers/public/results-query.ts';
import { valuesQuery } from '#library/blanks/public/values-query.ts';
import { carryOver } from '#library/catalog/public/carry-over.ts';
import { type ListFilters, listQueryOf } from '#library/catalog/public/list-filters.ts';
import { outcomesQuery } from '#library/outcomes/public/outcomes-query.ts';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** Pages of the library for a set of filters. */
export const libraryQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.prompts.list(filters),
    queryFn: async ({ pageParam, signal }) => {
      const query = listQueryOf(filters, pageParam);
      return (await api.prompts.$get({ query }, { init: { signal } })).json();
    },
    ...cursorPages,
  });

export const promptQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.prompts.detail(slug),
    queryFn: async ({ signal, client }) => {
      // Shown below the text, which doesn't wait for them.
      void client.prefetchQuery(outcomesQuery(slug));
      void client.prefetchInfiniteQuery(resultsQuery(slug));
      const [answer] = await Promise.all([
        api.prompts[':slug'].$get({ param: { slug } }, { init: { signal } }),
        // The form would grow later by the values that it offers.
        client.prefetchQuery(valuesQuery),
      ]);
      return carryOver(client, 'prompts', slug, await answer.json());
    },
  });
