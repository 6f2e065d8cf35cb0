import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

export const billingWarningsQuery = {
  queryKey: queryKeys.admin.billingWarnings,
  queryFn: async () => (await api.admin['billing-warnings'].$get()).json(),
};
