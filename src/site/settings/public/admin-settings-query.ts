import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

/** The settings for admins. */
export const settingsQuery = {
  queryKey: queryKeys.admin.settings,
  queryFn: async () => (await api.admin.settings.$get()).json(),
};
