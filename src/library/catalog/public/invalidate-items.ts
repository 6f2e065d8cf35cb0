import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/query-keys.ts';

/**
 * Call after creating, changing, or deleting an item: reloads everything that shows or counts it, at once if it is on
 * the page, otherwise the next time it is opened.
 */
export async function invalidateItems(client: QueryClient, collection: Collection) {
  await Promise.all(keysWith(collection).map((queryKey) => client.invalidateQueries({ queryKey })));
}

type Collection = 'prompts' | 'playbooks';

const keysWith = (collection: Collection) => [
  queryKeys.admin[collection].all,
  queryKeys[collection].all,
  queryKeys.categories,
  queryKeys.stats,
  // Playbook steps show library prompts.
  ...(collection === 'prompts' ? [queryKeys.playbooks.all] : []),
];

type Row = { id: string; category?: string; status?: string };

/**
 * Call with an item that was saved: the admin's table that is on the page shows it in its row, and nothing is asked for again until it is
 * opened.
 */
export async function showSavedItem<Item extends Row>(
  client: QueryClient,
  collection: Collection,
  saved: Item,
) {
  let isCountedElsewhere = false;
  client.setQueriesData<{ items: Row[] }>({ queryKey: queryKeys.admin[collection].lists }, (list) => {
    const row = list?.items.find(({ id }) => id === saved.id);
    if (!list || !row) return list;
    isCountedElsewhere ||= row.category !== saved.category || row.status !== saved.status;
    return { ...list, items: list.items.map((each) => (each === row ? cut(saved, row) : each)) };
  });
  await Promise.all([
    ...keysWith(collection).map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'none' })),
    // The table is filtered by the categories that there are.
    ...(isCountedElsewhere ? [client.invalidateQueries({ queryKey: queryKeys.categories })] : []),
  ]);
}

/** What a row has of an item. */
const cut = (item: Row, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(item).filter(([name]) => name in row)),
});
