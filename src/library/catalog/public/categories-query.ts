import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The categories of prompts and of playbooks, each with its number of items. */
export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: async () => (await api.categories.$get()).json(),
});

/** The names of all categories, in the owner's order. */
export const categoryNamesQuery = queryOptions({
  queryKey: [...queryKeys.categories, 'names'],
  queryFn: async () => (await (await api.admin['category-names'].$get()).json()).names,
});
