import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { PromptModal } from './prompt-modal.tsx';

/** The editor of a prompt, as it is when the editor opens. */
export function EditPrompt({ id, close }: { id: string; close: () => void }) {
  const { data, error } = useQuery({
    queryKey: queryKeys.admin.prompts.one(id),
    queryFn: async () => (await api.admin.prompts[':id'].$get({ param: { id } })).json(),
    // What is edited stays as it was opened; the save finds out what others have changed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once.
  useEffect(() => {
    if (!error) return;
    toastError(error);
    close();
  }, [error]);
  return data ? <PromptModal prompt={data} close={close} /> : null;
}
