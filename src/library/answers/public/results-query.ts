import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

export const resultsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.prompts.results(slug),
    queryFn: async ({ signal }) =>
      (await api.prompts[':slug'].results.$get({ param: { slug } }, { init: { signal } })).json(),
  });
