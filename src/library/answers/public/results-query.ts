import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** Smaller pages than for cards, because answers are long. */
export const resultsLimit = '10';
const queryOf = (cursor: string | undefined) => ({
  limit: resultsLimit,
  ...(cursor !== undefined && { cursor }),
});

/** The results that the member has saved for a prompt. */
export const resultsQuery = (slug: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: queryKeys.prompts.results(slug),
    queryFn: async ({ pageParam, signal }) => {
      const request = { param: { slug }, query: queryOf(pageParam) };
      return (await api.prompts[':slug'].results.$get(request, { init: { signal } })).json();
    },
  });

/** The member's results of deleted prompts. */
export const deletedResultsQuery = infiniteQueryOptions({
  ...cursorPages,
  queryKey: queryKeys.prompts.deletedResults,
  queryFn: async ({ pageParam, signal }) =>
    (await api.results.$get({ query: queryOf(pageParam) }, { init: { signal } })).json(),
});
