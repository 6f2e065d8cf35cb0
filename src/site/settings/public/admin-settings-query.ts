import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The settings for admins. */
export const settingsQuery = {
  queryKey: queryKeys.admin.settings,
  queryFn: async () => (await api.admin.settings.$get()).json(),
};
