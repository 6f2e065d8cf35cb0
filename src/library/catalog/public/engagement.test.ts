import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryKeys } from '#platform/client/query-keys.ts';
import { setEngagement } from './engagement.ts';

const item = (slug: string) => ({ slug, title: slug, is_upvoted: false, is_favorited: false, vote_count: 3 });
const page = (...slugs: string[]) => ({ items: slugs.map(item), total: 9 });
let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});

describe('a vote', () => {
  const change = { is_upvoted: true, vote_count: 4 };

  test('shows in every list, search and page that has the item', () => {
    const { prompts } = queryKeys;
    client.setQueryData(prompts.list({ sort: 'newest' }), {
      pages: [page('a', 'b'), page('c', 'b')],
      pageParams: [1, 2],
    });
    client.setQueryData(prompts.search('tea'), page('b'));
    client.setQueryData(prompts.detail('b'), item('b'));
    setEngagement(client, 'prompts', 'b', change);
    const changed = { ...item('b'), ...change };
    expect(client.getQueryData(prompts.list({ sort: 'newest' }))).toEqual({
      pages: [
        { items: [item('a'), changed], total: 9 },
        { items: [item('c'), changed], total: 9 },
      ],
      pageParams: [1, 2],
    });
    expect(client.getQueryData(prompts.search('tea'))).toEqual({ items: [changed], total: 9 });
    expect(client.getQueryData(prompts.detail('b'))).toEqual(changed);
  });

  test('shows nowhere else: not on other items, nor on a playbook with the same address', () => {
    const { prompts, playbooks } = queryKeys;
    client.setQueryData(prompts.detail('a'), item('a'));
    client.setQueryData(playbooks.detail('b'), item('b'));
    client.setQueryData(playbooks.list({}), { pages: [page('b')], pageParams: [1] });
    setEngagement(client, 'prompts', 'b', change);
    expect(client.getQueryData(prompts.detail('a'))).toEqual(item('a'));
    expect(client.getQueryData(playbooks.detail('b'))).toEqual(item('b'));
    expect(client.getQueryData(playbooks.list({}))).toEqual({ pages: [page('b')], pageParams: [1] });
  });

  test('changes nothing that has not been loaded', () => {
    setEngagement(client, 'prompts', 'b', change);
    expect(client.getQueryCache().getAll()).toEqual([]);
    // A page that is still loading has no data to update.
    const { queryKey } = client.getQueryCache().build(client, { queryKey: queryKeys.prompts.detail('b') });
    setEngagement(client, 'prompts', 'b', change);
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });
});
