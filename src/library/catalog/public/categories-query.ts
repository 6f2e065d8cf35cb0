import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';

/** Categories of prompts and of playbooks, with their numbers. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async () => (await api.categories.$get()).json(),
});
