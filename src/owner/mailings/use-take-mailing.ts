import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { Mailing } from './mailings.contract.ts';

/** Shows a mailing as a change has left it. An answer that was asked for before would hide that, and end the polling. */
export function useTakeMailing(id: string) {
  const client = useQueryClient();
  return async (saved: Mailing) => {
    const queryKey = queryKeys.admin.mailings.one(id);
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData(queryKey, saved);
    void client.invalidateQueries({ queryKey: queryKeys.admin.mailings.all, exact: true });
  };
}
