import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';

/**
 * Call after creating, changing, or deleting an item: reloads everything that shows or counts it, immediately if it is
 * on the page, otherwise the next time it is opened.
 */
export async function invalidateItems(client: QueryClient, collection: Collection) {
  await Promise.all(keysWith(collection).map((queryKey) => client.invalidateQueries({ queryKey })));
}

type Collection = 'prompts' | 'playbooks';

const keysWith = (collection: Collection) => [
  queryKeys.admin[collection].all,
  queryKeys[collection].all,
  queryKeys.categories,
  queryKeys.admin.categories,
  queryKeys.admin.accessLevels,
  queryKeys.stats,
  // Playbook steps show library prompts.
  ...(collection === 'prompts' ? [queryKeys.playbooks.all] : []),
];

type Row = { id: string } & { [field: string]: unknown };
type Filters = { q?: string; sort?: string } & { [name: string]: unknown };

/** Maps filter and sort names to fields where the two differ. */
const fieldsOf: Record<string, string[]> = {
  status: ['status', 'publish_at', 'deleted_at'],
  type: ['prompt_type'],
  tier: ['tier_access'],
  steps: ['step_count'],
  newest: ['created_at'],
};

/**
 * Whether the row may have moved in the table or left it. Always assumed for searches, which match fields that rows
 * don't have.
 */
function isMoved(
  { q, sort = 'newest', page: _page, order: _order, ...filters }: Filters,
  row: Row,
  saved: Row,
) {
  const names = [...Object.keys(filters).filter((name) => filters[name] !== undefined), sort];
  return q !== undefined || names.flatMap((name) => fieldsOf[name] ?? [name]).some(isChanged(row, saved));
}

const isChanged = (row: Row, saved: Row) => (name: string) =>
  name in row && JSON.stringify(row[name]) !== JSON.stringify(saved[name]);

/**
 * Call with a saved item: updates its row in the admin table that is on the page. The table is only reloaded if the row
 * may have moved, and everything else when it is next opened.
 */
export async function showSavedItem<Item extends { id: string }>(
  client: QueryClient,
  collection: Collection,
  item: Item,
) {
  const saved: Row = { ...item };
  const lists = client.getQueriesData<{ items: Row[] }>({ queryKey: queryKeys.admin[collection].lists });
  const shown = lists.flatMap(([queryKey, list]) => {
    const row = list?.items.find(({ id }) => id === saved.id);
    return list && row ? [{ queryKey, list, row }] : [];
  });
  if (shown.length === 0) return invalidateItems(client, collection);
  for (const { queryKey, list, row } of shown)
    client.setQueryData(queryKey, {
      ...list,
      items: list.items.map((item) => (item === row ? cut(saved, row) : item)),
    });
  await Promise.all(
    keysWith(collection).map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'none' })),
  );
  const moved = shown.filter(({ queryKey, row }) => isMoved(queryKey.at(-1) as Filters, row, saved));
  // The table's filters offer the existing categories and levels.
  const isCounted = shown.some(({ row }) => ['category', 'status'].some(isChanged(row, saved)));
  const isLeveled = shown.some(({ row }) => isChanged(row, saved)('tier_access'));
  await Promise.all([
    ...moved.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })),
    ...(isCounted ? [client.invalidateQueries({ queryKey: queryKeys.categories })] : []),
    ...(isLeveled ? [client.invalidateQueries({ queryKey: queryKeys.admin.accessLevels })] : []),
  ]);
}

/** The part of an item that a row shows. */
const cut = (item: Row, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(item).filter(([name]) => name in row)),
});
