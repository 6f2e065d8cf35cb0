import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { Subscription } from '../public/billing.contract.ts';

/** Updates the cache after a change of plan, which may also have changed what the member can open. */
export async function setPlan(client: QueryClient, plan: Subscription) {
  client.setQueryData(queryKeys.subscription.current, plan);
  await Promise.all(
    [queryKeys.profile, queryKeys.prompts.all, queryKeys.playbooks.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
