import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

export type ItemName = { type: 'prompt' | 'playbook'; slug: string };

/** The member's collections. With `item`, each tells whether it contains that item. */
export const collectionsQuery = (item?: ItemName) => {
  const query = item ? { [item.type]: item.slug } : {};
  return queryOptions({
    queryKey: queryKeys.collections.list(query),
    queryFn: async ({ signal }) => (await api.collections.$get({ query }, { init: { signal } })).json(),
  });
};

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.collections.detail(id),
    queryFn: async ({ signal }) =>
      (await api.collections[':id'].$get({ param: { id } }, { init: { signal } })).json(),
  });

export const sharedCollectionQuery = (link: string) =>
  queryOptions({
    queryKey: queryKeys.collections.shared(link),
    queryFn: async ({ signal }) =>
      (await api.collections.shared[':link'].$get({ param: { link } }, { init: { signal } })).json(),
  });
