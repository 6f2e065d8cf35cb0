import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useReload } from '#ui/use-reload.ts';

/** Returns a function to call after creating, changing or deleting a plan: it reloads everything that shows plans or depends on one. */
export function useInvalidateTiers() {
  const client = useQueryClient();
  const reload = useReload();
  const stale = [
    queryKeys.admin.tiers,
    queryKeys.admin.users.all,
    queryKeys.profile,
    queryKeys.subscription.current,
  ];
  return () => Promise.all([reload(), ...stale.map((queryKey) => client.invalidateQueries({ queryKey }))]);
}
