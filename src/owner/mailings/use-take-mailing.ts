import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import type { Mailing } from './mailings.contract.ts';

/** Shows a mailing as a change has left it. */
export function useTakeMailing(id: string) {
  const client = useQueryClient();
  return (saved: Mailing) => {
    showSaved(client, queryKeys.admin.mailings.one(id), saved);
    void client.invalidateQueries({ queryKey: queryKeys.admin.mailings.all, exact: true });
  };
}
