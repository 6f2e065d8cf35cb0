import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

export const runsQuery = queryOptions({
  queryKey: queryKeys.runs.all,
  queryFn: async ({ signal }) => (await api.runs.$get({}, { init: { signal } })).json(),
});

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.runs.detail(id),
    queryFn: async ({ signal }) =>
      (await api.runs[':id'].$get({ param: { id } }, { init: { signal } })).json(),
  });
