import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { carryOver } from './carry-over.ts';

export const playbookQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.playbooks.detail(slug),
    queryFn: async ({ signal, client }) => {
      const answer = await api.playbooks[':slug'].$get({ param: { slug } }, { init: { signal } });
      return carryOver(client, 'playbooks', slug, await answer.json());
    },
  });
