import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

export const billingWarningsQuery = {
  queryKey: queryKeys.admin.billingWarnings,
  queryFn: async () => (await api.admin['billing-warnings'].$get()).json(),
};
