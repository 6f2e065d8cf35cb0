import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import type { Subscription } from '../public/billing.contract.ts';

/** Updates the cache after a change of plan, which may also have changed what the member can open. */
export async function setPlan(client: QueryClient, plan: Subscription) {
  const queryKey = queryKeys.subscription.current;
  showSaved(client, queryKey, plan);
  // Except for the price of a change, which the dialog that asked for it may still show.
  await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}
