import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { useForgetOnLeave } from '#ui/saving/use-forget-on-leave.ts';
import { deletionFields } from './member-fields.ts';
import type { MemberPage } from './members-admin.contract.ts';
import * as m from './words/messages.ts';

const formFor = (email: string) =>
  z.object({
    email: deletionFields.email.refine((typed) => typed.trim().toLowerCase() === email.toLowerCase(), {
      error: () => m.this_is_another_address(),
    }),
  });

/** Deletes an account, after its address was typed to confirm. */
export function DeleteMember({ member: { id, email, plan, is_confirmed } }: { member: MemberPage }) {
  const deleted = useForgetOnLeave(queryKeys.admin.member(id), queryKeys.admin.users.all);
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { register, handleSubmit, formState, reset } = useSchemaForm(formFor(email), { email: '' });
  const removal = useMutation({
    mutationFn: (json: { email: string }) => api.admin.members[':id'].$delete({ param: { id }, json }),
    async onSuccess() {
      toast.success(m.account_deleted());
      deleted();
      await navigate('/admin/users');
    },
    onError: toastError,
  });
  const close = () => {
    setIsAsking(false);
    reset();
  };
  const submit = handleSubmit((json) => {
    if (!removal.isPending) removal.mutate(json);
  });
  return (
    <>
      <p className="text-muted">{m.what_deleting_does()}</p>
      <Button variant="secondary" className="text-signal" onClick={() => setIsAsking(true)}>
        {m.delete_this_account()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        question={m.delete_email({ email })}
        confirmLabel={m.delete_this_account()}
        isBusy={removal.isPending || !formState.isValid}
        onConfirm={() => void submit()}
      >
        <p className="mb-4">
          {m.what_deleting_does()} {is_confirmed && m.they_are_told_by_email()}
        </p>
        {(plan.source === 'subscription' || plan.paid_plan) && (
          <p className="mb-4">{m.their_plan_ends_at_once()}</p>
        )}
        <form method="post" noValidate className="text-ink" onSubmit={submit}>
          <Field
            label={m.type_the_address_to_confirm()}
            type="email"
            autoComplete="off"
            hint={email}
            error={formState.errors.email?.message}
            {...register('email')}
          />
        </form>
      </ConfirmDialog>
    </>
  );
}
