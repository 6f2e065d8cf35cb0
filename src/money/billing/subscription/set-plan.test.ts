import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { Subscription } from '../public/billing.contract.ts';
import { setPlan } from './set-plan.ts';

test('everything that a plan opens or closes is reloaded after a change of plan, but not its price', async () => {
  const client = new QueryClient();
  const stale = [
    queryKeys.profile,
    queryKeys.prompts.detail('a'),
    queryKeys.playbooks.lists,
    queryKeys.collections.detail('b'),
    queryKeys.myVersions.detail('c'),
    queryKeys.history.list(''),
  ];
  const kept = [queryKeys.subscription.current, queryKeys.subscription.change('d', 'month')];
  for (const queryKey of [...stale, ...kept]) client.setQueryData(queryKey, {});
  const plan = { name: 'Pro' } as Partial<Subscription> as Subscription;
  await setPlan(client, plan);
  const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
  expect(stale.map(isStale)).toEqual(stale.map(() => true));
  expect(kept.map(isStale)).toEqual([false, false]);
  expect(client.getQueryData(queryKeys.subscription.current)).toEqual(plan);
  client.clear();
});
