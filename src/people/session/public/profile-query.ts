import { queryKeys } from '#platform/query-keys.ts';

/** The viewer's own profile. */
export const profileQuery = {
  queryKey: queryKeys.profile,
  queryFn: async () => {
    const { api } = await import('#platform/api-client.ts');
    return (await api.profile.$get()).json();
  },
};
