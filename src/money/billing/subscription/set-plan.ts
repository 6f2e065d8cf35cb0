import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { Subscription } from '../public/billing.contract.ts';

/** Takes over a plan that has just changed. What is open to the member may have changed with it. */
export async function setPlan(client: QueryClient, plan: Subscription) {
  client.setQueryData(queryKeys.subscription.current, plan);
  await Promise.all(
    [queryKeys.profile, queryKeys.prompts.all, queryKeys.playbooks.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
