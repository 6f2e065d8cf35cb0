import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

export const outcomesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.prompts.outcomes(slug),
    queryFn: async ({ signal }) =>
      (await api.prompts[':slug'].outcomes.$get({ param: { slug } }, { init: { signal } })).json(),
  });
