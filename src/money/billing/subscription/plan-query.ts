import { queryKeys } from '#platform/client/query-keys.ts';

/** The viewer's own plan. */
export const planQuery = {
  queryKey: queryKeys.subscription.current,
  queryFn: async () => {
    const { api } = await import('#platform/client/api-client.ts');
    return (await api.subscription.$get()).json();
  },
};
