import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import type { MemberPage } from './members-admin.contract.ts';
import * as m from './words/messages.ts';

/** Changes an account. The answer is the account after the change, and whether a requested email is kept in the outbox. */
export function useMemberChange<Values>(
  id: string,
  change: (values: Values) => Promise<{ json(): Promise<MemberPage & { is_in_outbox?: boolean }> }>,
  done: (values: Values) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: Values) => (await change(values)).json(),
    onSuccess({ is_in_outbox, ...member }, values) {
      showSaved(client, queryKeys.admin.member(id), member);
      if (is_in_outbox) toast.warning(m.email_is_in_the_outbox());
      else toast.success(done(values));
    },
    onError(error: Error) {
      toastError(error);
      // The change may have been refused because of someone else's, which should be shown.
      void client.invalidateQueries({ queryKey: queryKeys.admin.member(id) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin.users.all }),
  });
}
