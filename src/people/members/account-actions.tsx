import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnerProofField, useOwnerProof } from '#people/auth/public/owner-proof.tsx';
import { useSession } from '#people/session/public/session.tsx';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatDay, formatMoney } from '#ui/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { saveFile } from '#ui/save-file.ts';
import * as common from '#ui/words/messages.ts';
import type { AccountDeletion } from './public/account-deletion.ts';
import * as m from './words/messages.ts';

export function SignOutEverywhere() {
  const { signOut } = useSession();
  const { mutate, isPending } = useMutation({
    // Without a session the guard leads to /signin.
    mutationFn: () => signOut('global'),
    onError: () => toast.error(m.sign_out_everywhere_failed()),
  });
  return (
    <>
      <p className="mb-4 text-muted">{m.sign_out_everywhere_about()}</p>
      <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {m.sign_out_everywhere()}
      </Button>
    </>
  );
}

export function ExportData() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.profile.export.$get()).blob(),
    onSuccess: (data) => saveFile(data, 'my-data.json'),
    onError: toastError,
  });
  return (
    <>
      <p className="mb-4 text-muted">{m.export_about()}</p>
      <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {isPending ? m.exporting() : m.export_my_data()}
      </Button>
    </>
  );
}

export function DeleteAccount() {
  const { signOut } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const form = useOwnerProof();
  const isEmpty = form.kind !== 'nothing' && form.watch('proof') === '';
  const { mutate, isPending } = useMutation({
    mutationFn: (json: ReturnType<typeof form.proofOf>) => api.profile.$delete({ json }),
    onSuccess: async () => {
      toast.success(m.your_account_has_been_deleted());
      // Without a session the guard leads to /signin.
      await signOut('local');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 403) return toastError(error);
      form.refuse();
    },
  });
  const submit = form.handleSubmit((given) => {
    if (!isPending) mutate(form.proofOf(given));
  });
  return (
    <>
      <p className="mb-4 text-muted">{m.delete_account_about()}</p>
      <Button variant="secondary" className="text-signal" onClick={() => setIsOpen(true)}>
        {m.delete_my_account()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
          form.reset();
        }}
        question={m.permanently_delete_your_account()}
        confirmLabel={isPending ? m.deleting() : m.delete_my_account()}
        isBusy={isPending || isEmpty}
        onConfirm={() => void submit()}
      >
        <WhatEnds isShown={isOpen} />
        <p className="mb-4">
          {form.kind === 'password' ? m.enter_password_to_delete() : m.this_cant_be_undone()}
        </p>
        <form method="post" onSubmit={submit} noValidate>
          <OwnerProofField form={form} />
        </form>
      </ConfirmDialog>
    </>
  );
}

/** The paid plans, gifts and purchases that the member would lose. */
function WhatEnds({ isShown }: { isShown: boolean }) {
  const { data, isError } = useQuery({
    queryKey: queryKeys.accountDeletion,
    queryFn: async () => (await api.profile.deletion.$get()).json(),
    enabled: isShown,
    staleTime: 0,
  });
  if (isError && !data) return <p className="mb-4">{m.plan_ends_with_account()}</p>;
  if (!data)
    return <div className="skeleton mb-4 h-12" role="status" aria-label={m.loading_what_will_end()} />;
  return (
    <>
      {data.subscriptions.map((subscription) => (
        <p key={subscription.id} className="mb-4">
          {endOf(subscription)}
        </p>
      ))}
      {data.gifts.map(({ id, plan, ends_at }) => (
        <p key={id} className="mb-4">
          {m.lose_gift({ plan, endsAt: ends_at ? formatDay(ends_at) : 'none' })}
        </p>
      ))}
      {data.playbooks > 0 && (
        <p className="mb-4">
          {m.lose_bought_playbooks({
            playbooks: common.count_playbook({ count: data.playbooks }),
          })}
        </p>
      )}
    </>
  );
}

function endOf(subscription: AccountDeletion['subscriptions'][number]): string {
  const { amount, currency, interval, is_trial, paid_until, unused_amount } = subscription;
  const name = subscription.name ?? 'none';
  if (is_trial) return m.your_trial_of_name_ends_now({ name });
  const plan = m.your_plan_ends_now({ name, amount: formatMoney(amount, currency), interval });
  if (!paid_until || unused_amount === 0) return m.plan_ends({ plan });
  return m.plan_ends_without_refund({
    plan,
    paidUntil: formatDay(paid_until),
    unusedAmount: formatMoney(unused_amount, currency),
  });
}
