import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** The categories of prompts and of playbooks, each with its number of items. */
export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: async () => (await api.categories.$get()).json(),
});

/** The categories that the admin tables can be filtered by, whatever the status of their items. */
export const itemCategoriesQuery = queryOptions({
  queryKey: [...queryKeys.categories, 'items'],
  queryFn: async () => (await api.admin['item-categories'].$get()).json(),
});
