import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryKeys } from '#platform/client/query-keys.ts';
import { invalidateItems, showSavedItem } from './invalidate-items.ts';

const row = {
  id: 'a',
  title: 'Before',
  category: 'Work',
  status: 'draft',
  tier_access: 0,
  deleted_at: null as string | null,
};

/** How often the page's table and the categories are requested after `item` was saved. */
async function askedFor(filters: object, item: typeof row) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const asked = { list: 0, categories: 0 };
  const observe = (queryKey: readonly unknown[], data: unknown, name: keyof typeof asked) => {
    client.setQueryData(queryKey, data);
    const queryFn = () => {
      asked[name] += 1;
      return data;
    };
    return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  };
  const queryKey = queryKeys.admin.prompts.list(filters);
  const ends = [
    observe(queryKey, { items: [row], total: 1 }, 'list'),
    observe(queryKeys.categories, [], 'categories'),
  ];
  await showSavedItem(client, 'prompts', item);
  for (const end of ends) end();
  client.clear();
  return asked;
}

test('a table is reloaded if the save may have moved its row', async () => {
  const once = { list: 1, categories: 0 };
  const never = { list: 0, categories: 0 };
  expect(await askedFor({ tier: '0', page: '2' }, { ...row, title: 'After' })).toEqual(never);
  expect(await askedFor({}, { ...row, tier_access: 2 })).toEqual(never);
  expect(await askedFor({ tier: '0' }, { ...row, tier_access: 2 })).toEqual(once);
  expect(await askedFor({ sort: 'title' }, { ...row, title: 'After' })).toEqual(once);
  expect(await askedFor({ q: 'before' }, row)).toEqual(once);
  expect(await askedFor({ status: 'draft' }, { ...row, deleted_at: '2026-11-29T08:00:00Z' })).toEqual(once);
  const moved = { ...row, category: 'Home' };
  expect(await askedFor({ category: 'Work' }, moved)).toEqual({ list: 1, categories: 1 });
  expect(await askedFor({}, { ...row, id: 'of another page' })).toEqual({ list: 1, categories: 1 });
});

test('everything that shows or counts an item is reloaded when it is next opened', async () => {
  const client = new QueryClient();
  const keys = {
    prompt: queryKeys.prompts.detail('a'),
    playbook: queryKeys.playbooks.detail('b'),
    stats: queryKeys.stats,
    categories: queryKeys.categories,
    collections: queryKeys.collections.all,
  };
  const outdatedBy = async (collection: 'prompts' | 'playbooks') => {
    for (const key of Object.values(keys)) client.setQueryData(key, {});
    await invalidateItems(client, collection);
    return Object.entries(keys).flatMap(([name, key]) =>
      client.getQueryState(key)?.isInvalidated ? [name] : [],
    );
  };
  // The steps of playbooks show library prompts.
  expect(await outdatedBy('prompts')).toEqual(['prompt', 'playbook', 'stats', 'categories']);
  expect(await outdatedBy('playbooks')).toEqual(['playbook', 'stats', 'categories']);
  client.clear();
});
