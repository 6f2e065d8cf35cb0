import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { currentPassword } from '#people/auth/public/credential-fields.ts';
import { useSession } from '#people/session/public/session.tsx';
import { ApiError, api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { formatDay, formatMoney, plural } from '#ui/format.ts';
import { saveFile } from '#ui/save-file.ts';
import { toast, toastError } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import type { AccountDeletion } from './public/account-deletion.ts';

export function SignOutEverywhere() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => signOut('global'),
    onSuccess: () => navigate('/signin'),
  });
  return (
    <>
      <p className="mb-4 text-muted">Signs you out on all devices, including this one.</p>
      <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
        Sign out everywhere
      </Button>
    </>
  );
}

export function ExportData() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.profile.export.$get()).json(),
    onSuccess: (data) => saveFile(JSON.stringify(data, null, 2), 'my-data.json', 'application/json'),
    onError: toastError,
  });
  return (
    <>
      <p className="mb-4 text-muted">
        Download your profile, votes, favorites, comments, copies and purchases as one JSON file.
      </p>
      <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Exporting...' : 'Export my data'}
      </Button>
    </>
  );
}

const deleteFields = z.object({ password: currentPassword });

export function DeleteAccount() {
  const { signOut } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { register, handleSubmit, setError, reset, watch, formState } = useSchemaForm(deleteFields, {
    password: '',
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (json: z.output<typeof deleteFields>) => api.profile.$delete({ json }),
    onSuccess: async () => {
      toast.success('Your account has been deleted');
      // Without a session the guard leads to /signin.
      await signOut('local');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 403) return toastError(error);
      setError('password', { message: error.message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((values) => mutate(values));
  return (
    <>
      <p className="mb-4 text-muted">
        Deletes your account with its votes, favorites and purchases. Your comments stay, shown as from a
        “deleted user”. Records of your payments stay for bookkeeping, without your name and email.
      </p>
      <Button variant="secondary" className="text-signal" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
          reset();
        }}
        question="Permanently delete your account?"
        confirmLabel={isPending ? 'Deleting...' : 'Delete my account'}
        isBusy={isPending || watch('password') === ''}
        onConfirm={() => void submit()}
      >
        <WhatEnds isShown={isOpen} />
        <p className="mb-4">This can't be undone. Enter your password to continue.</p>
        <form method="post" onSubmit={submit} noValidate>
          <Field
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            error={formState.errors.password?.message}
            {...register('password')}
          />
        </form>
      </ConfirmDialog>
    </>
  );
}

/** What the member loses that they have paid for. */
function WhatEnds({ isShown }: { isShown: boolean }) {
  const { data, isError } = useQuery({
    queryKey: queryKeys.accountDeletion,
    queryFn: async () => (await api.profile.deletion.$get()).json(),
    enabled: isShown,
    staleTime: 0,
  });
  if (isError)
    return (
      <p className="mb-4">If you have a plan, it ends at once, and the remaining time isn't refunded.</p>
    );
  if (!data) return <div className="skeleton mb-4 h-12" role="status" aria-label="Loading what will end" />;
  return (
    <>
      {data.subscriptions.map((subscription) => (
        <p key={subscription.id} className="mb-4">
          {endOf(subscription)}
        </p>
      ))}
      {data.playbooks > 0 && (
        <p className="mb-4">
          You lose access to {plural(data.playbooks, 'playbook')} that you bought. This isn't refunded.
        </p>
      )}
    </>
  );
}

function endOf(subscription: AccountDeletion['subscriptions'][number]): string {
  const { name, amount, currency, interval, is_trial, paid_until, unused_amount } = subscription;
  if (is_trial) return `Your trial of ${name} ends now, and you won't be charged.`;
  const plan = `Your ${name} plan (${formatMoney(amount, currency)} a ${interval}) ends now`;
  if (!paid_until) return `${plan}, and you won't be charged again.`;
  return `${plan}, and you won't be charged again. You paid until ${formatDay(paid_until)}: the remaining time, worth up to ${formatMoney(unused_amount, currency)}, isn't refunded.`;
}
