import { useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { queryKeys } from '#platform/query-keys.ts';

/** Call what it returns after creating, changing, or deleting a plan: reloads everything that shows plans or depends on one. */
export function useInvalidateTiers() {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const stale = [
    queryKeys.admin.tiers,
    queryKeys.admin.users,
    queryKeys.profile,
    queryKeys.subscription.current,
  ];
  return () =>
    Promise.all([revalidate(), ...stale.map((queryKey) => client.invalidateQueries({ queryKey }))]);
}
