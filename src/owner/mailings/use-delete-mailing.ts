import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { useForgetOnLeave } from '#ui/saving/use-forget-on-leave.ts';
import * as m from './words/messages.ts';

type Options = {
  /** Discards unsaved text, so that it doesn't block leaving the page. */
  forget?: () => void;
  onSettled: () => void;
};

/** Deletes a mailing and goes back to the list. */
export function useDeleteMailing(id: string, { forget, onSettled }: Options) {
  const deleted = useForgetOnLeave(queryKeys.admin.mailings.one(id), queryKeys.admin.mailings.all);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => void (await api.admin.mailings[':id'].$delete({ param: { id } })),
    onSuccess() {
      forget?.();
      toast.success(m.mailing_deleted());
      deleted();
      void navigate('/admin/mailings', { replace: true });
    },
    onError: toastError,
    onSettled,
  });
}
