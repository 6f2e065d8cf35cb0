import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/query-keys.ts';

/** Call after creating, changing, or deleting a plan: reloads everything that shows plans or depends on one. */
export async function invalidateTiers(client: QueryClient) {
  const stale = [
    queryKeys.admin.tiers,
    queryKeys.admin.users,
    queryKeys.profile,
    queryKeys.subscription.current,
  ];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
