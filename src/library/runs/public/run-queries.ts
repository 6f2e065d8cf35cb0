import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { savesAnswered } from '../saves.ts';

export const runsQuery = queryOptions({
  queryKey: queryKeys.runs.all,
  queryFn: async ({ signal }) => {
    await savesAnswered();
    return (await api.runs.$get({ query: {} }, { init: { signal } })).json();
  },
});

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.runs.detail(id),
    queryFn: async ({ signal }) => {
      await savesAnswered();
      return (await api.runs[':id'].$get({ param: { id } }, { init: { signal } })).json();
    },
  });
