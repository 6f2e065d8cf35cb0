import type { QueryClient } from '@tanstack/react-query';
import { keysBySlug, queryKeys } from '#platform/client/query-keys.ts';

/** Copies an item's cached data to the keys of its new slug, so that an open page keeps its state. */
export function carryOver<Item extends { slug: string }>(
  client: QueryClient,
  collection: 'prompts' | 'playbooks',
  former: string,
  item: Item,
): Item {
  if (item.slug === former) return item;
  client.setQueryData(queryKeys[collection].detail(item.slug), item);
  for (const start of keysBySlug(collection))
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [...start, former] }))
      client.setQueryData(queryKey.with(start.length, item.slug), state.data, {
        updatedAt: state.dataUpdatedAt,
      });
  return item;
}
