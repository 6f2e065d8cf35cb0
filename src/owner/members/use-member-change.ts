import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import type { MemberPage } from './members-admin.contract.ts';

/** A change of an account; the answer is the account as it is then. */
export function useMemberChange<Values>(
  id: string,
  change: (values: Values) => Promise<{ json(): Promise<MemberPage> }>,
  done: (values: Values) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: Values) => (await change(values)).json(),
    onSuccess(member, values) {
      client.setQueryData(queryKeys.admin.member(id), member);
      toast.success(done(values));
    },
    onError(error: Error) {
      toastError(error);
      // What was refused may show what somebody else has done meanwhile.
      void client.invalidateQueries({ queryKey: queryKeys.admin.member(id) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin.users.all }),
  });
}
