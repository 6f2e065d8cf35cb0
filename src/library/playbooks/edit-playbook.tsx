import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { PlaybookModal } from './playbook-modal.tsx';

/** The editor of a playbook, as it is when the editor opens. */
export function EditPlaybook({ id, close }: { id: string; close: () => void }) {
  const { data, error } = useQuery({
    queryKey: queryKeys.admin.playbooks.one(id),
    queryFn: async () => (await api.admin.playbooks[':id'].$get({ param: { id } })).json(),
    // Not loaded again while open; saving detects conflicting changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once.
  useEffect(() => {
    if (!error) return;
    toastError(error);
    close();
  }, [error]);
  return data ? <PlaybookModal playbook={data} close={close} /> : null;
}
