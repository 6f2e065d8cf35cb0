import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The items that the member has copied from lately, latest first. */
export const recentQuery = queryOptions({
  queryKey: queryKeys.recent,
  queryFn: async ({ signal }) => (await api.recent.$get({ query: {} }, { init: { signal } })).json(),
});
