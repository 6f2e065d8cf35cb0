import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

/** What the site still needs, and whether its emails are kept in the outbox. */
export const firstHourQuery = {
  queryKey: queryKeys.admin.firstHour,
  queryFn: async () => (await api.admin['first-hour'].$get()).json(),
  staleTime: 0,
};
