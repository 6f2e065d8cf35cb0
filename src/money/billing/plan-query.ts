import { queryKeys } from '#platform/query-keys.ts';

/** The viewer's own plan. */
export const planQuery = {
  queryKey: queryKeys.subscription.current,
  queryFn: async () => {
    const { api } = await import('#platform/api-client.ts');
    return (await api.subscription.$get()).json();
  },
};
