import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/query-keys.ts';

/** After a plan was created, changed or deleted: everything that shows plans, or what follows from one, is loaded again. */
export async function invalidateTiers(client: QueryClient) {
  const stale = [
    queryKeys.admin.tiers,
    queryKeys.admin.users,
    queryKeys.profile,
    queryKeys.subscription.current,
  ];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
