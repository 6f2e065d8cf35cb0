import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** All tiers, for admins: their own page and whatever chooses among them. */
export const adminTiersQuery = queryOptions({
  queryKey: queryKeys.admin.tiers,
  queryFn: async () => (await (await api.admin.tiers.$get({ query: {} })).json()).items,
});
