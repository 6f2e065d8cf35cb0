import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

/** The categories of prompts and of playbooks, each with its number of items. */
export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: async () => (await api.categories.$get()).json(),
});
