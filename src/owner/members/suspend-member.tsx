import { useState } from 'react';
import { z } from 'zod';
import { api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
import { lastDayInput } from './last-day-input.ts';
import { suspensionFields } from './member-fields.ts';
import type { MemberPage } from './members-admin.contract.ts';
import { useMemberChange } from './use-member-change.ts';
import * as m from './words/messages.ts';

const fields = z.object({
  note: suspensionFields.note,
  until: lastDayInput,
});
const endpoint = api.admin.members[':id'].suspension;

/** Suspends an account, or lifts the suspension. */
export function SuspendMember({ member: { id, email, suspension, plan } }: { member: MemberPage }) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useSchemaForm(fields, { note: '', until: '' });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft(form, { key: `suspension ${id}` });
  const suspend = useMemberChange(
    id,
    (json: z.output<typeof fields>) => endpoint.$put({ param: { id }, json }),
    () => m.account_suspended(),
  );
  const lift = useMemberChange(
    id,
    () => endpoint.$delete({ param: { id } }),
    () => m.suspension_lifted(),
  );
  const close = () => {
    setIsAsking(false);
    draft.discard();
  };
  const submit = handleSubmit((values) => suspend.mutate(values, { onSuccess: close }));
  if (suspension)
    return (
      <>
        <p>
          {suspension.until
            ? m.suspended_until({ day: formatDay(suspension.until) })
            : m.suspended_until_lifted()}
        </p>
        {suspension.note && <p className="text-muted [overflow-wrap:anywhere]">{suspension.note}</p>}
        <Button
          variant="secondary"
          autoFocus={!suspend.isIdle}
          disabled={lift.isPending}
          onClick={() => lift.mutate(undefined)}
        >
          {m.lift_suspension()}
        </Button>
      </>
    );
  return (
    <>
      <p className="text-muted">{m.what_suspending_does()}</p>
      <Button
        variant="secondary"
        className="text-signal"
        autoFocus={!lift.isIdle}
        onClick={() => setIsAsking(true)}
      >
        {m.suspend_account()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        question={m.suspend_email({ email })}
        confirmLabel={m.suspend_account()}
        isBusy={suspend.isPending}
        onConfirm={() => void submit()}
      >
        <p className="mb-4">{m.what_suspending_does()}</p>
        {plan.next_payment_at && <p className="mb-4">{m.their_plan_goes_on()}</p>}
        <form method="post" onSubmit={submit} noValidate className="space-y-4 text-ink">
          <Field
            label={m.last_day()}
            type="date"
            hint={m.leave_empty_until_lifted()}
            error={formState.errors.until?.message}
            {...register('until')}
          />
          <Field
            label={m.reason()}
            hint={m.only_your_team_sees_it()}
            error={formState.errors.note?.message}
            {...register('note')}
          />
        </form>
      </ConfirmDialog>
    </>
  );
}
