import { queryKeys } from '#platform/query-keys.ts';

/** What the site still needs, and whether its emails are kept in the outbox. */
export const firstHourQuery = {
  queryKey: queryKeys.admin.firstHour,
  queryFn: async () => {
    const { api } = await import('#platform/api-client.ts');
    return (await api.admin['first-hour'].$get()).json();
  },
  staleTime: 0,
};
