import { queryKeys } from '#platform/client/query-keys.ts';

/** The viewer's own profile. */
export const profileQuery = {
  queryKey: queryKeys.profile,
  queryFn: async () => {
    const { api } = await import('#platform/client/api-client.ts');
    return (await api.profile.$get()).json();
  },
};
