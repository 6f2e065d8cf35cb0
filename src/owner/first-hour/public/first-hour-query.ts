import { queryKeys } from '#platform/client/query-keys.ts';

/** The steps that a new site still has to take, and whether the outbox is in use. */
export const firstHourQuery = {
  queryKey: queryKeys.admin.firstHour,
  queryFn: async () => {
    const { api } = await import('#platform/client/api-client.ts');
    return (await api.admin['first-hour'].$get()).json();
  },
  staleTime: 0,
};
