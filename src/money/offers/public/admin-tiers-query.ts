import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** All tiers for admins, for their page and for forms that choose one. */
export const adminTiersQuery = queryOptions({
  queryKey: queryKeys.admin.tiers,
  queryFn: async () => (await (await api.admin.tiers.$get({ query: {} })).json()).items,
});
