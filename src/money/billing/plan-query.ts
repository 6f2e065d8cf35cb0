import { api } from '#platform/api-client.ts';

export const planQuery = {
  queryKey: ['subscription'],
  queryFn: async () => (await api.subscription.$get()).json(),
};
