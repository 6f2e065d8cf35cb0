import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** All categories for admins, in their order. */
export const adminCategoriesQuery = {
  queryKey: queryKeys.admin.categories,
  queryFn: async () => (await (await api.admin.categories.$get({ query: {} })).json()).items,
};

/** After a change: items carry the names of their categories, so everything that shows items is stale too. */
export async function invalidateCategories(client: QueryClient): Promise<void> {
  const stale = [
    queryKeys.admin.categories,
    queryKeys.categories,
    queryKeys.prompts.all,
    queryKeys.playbooks.all,
    queryKeys.admin.prompts.all,
    queryKeys.admin.playbooks.all,
  ];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
