import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { currentPassword } from '#people/auth/public/credential-fields.ts';
import { useSession } from '#people/session/public/session.tsx';
import { api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { toast, toastError } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';

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
    onSuccess: downloadJson,
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

function downloadJson(data: unknown) {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'my-data.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
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
    onError: ({ message }) => setError('password', { message }, { shouldFocus: true }),
  });
  const submit = handleSubmit((values) => mutate(values));
  return (
    <>
      <p className="mb-4 text-muted">
        Deletes your account with its votes, favorites and purchases. Your comments stay, shown as from a
        “deleted user”.
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
