import type { QueryClient } from '@tanstack/react-query';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/**
 * Call after a copy, a download or a reading that counts toward the daily limit: updates what is left of it, and what
 * lists used items. Without `copies_left` from an answer, the number is loaded.
 */
export function invalidateDailyUse(client: QueryClient, copies_left?: number | null): void {
  if (copies_left === undefined) void client.invalidateQueries({ queryKey: queryKeys.profile });
  else client.setQueryData<Profile>(queryKeys.profile, (profile) => profile && { ...profile, copies_left });
  for (const queryKey of [queryKeys.subscription.current, queryKeys.recent, queryKeys.history.all])
    void client.invalidateQueries({ queryKey });
}
