import { queryKeys } from '#platform/client/query-keys.ts';

/** What the site still needs, and whether its emails are kept in the outbox. */
export const firstHourQuery = {
  queryKey: queryKeys.admin.firstHour,
  queryFn: async () => {
    const { api } = await import('#platform/client/api-client.ts');
    return (await api.admin['first-hour'].$get()).json();
  },
  staleTime: 0,
};
