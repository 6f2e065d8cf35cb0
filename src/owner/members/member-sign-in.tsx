import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { emailKinds } from './member-fields.ts';
import type { MemberPage } from './members-admin.contract.ts';
import { useMemberChange } from './use-member-change.ts';
import * as m from './words/messages.ts';

const endpoint = api.admin.members[':id'];

/** Sends sign-in emails and ends sessions. */
export function MemberSignIn({ member }: { member: MemberPage }) {
  const { id, can, is_confirmed, suspension, sign_in } = member;
  const param = { id };
  const [asking, setAsking] = useState<'sign-out' | 'two-factor'>();
  const send = useMemberChange(
    id,
    (kind: (typeof emailKinds)[number]) => endpoint.emails.$post({ param, json: { kind } }),
    () => m.email_sent(),
  );
  const signOut = useMemberChange(
    id,
    () => endpoint['sign-out'].$post({ param }),
    () => m.signed_out_everywhere(),
  );
  const turnOff = useMemberChange(
    id,
    () => endpoint['two-factor'].$delete({ param }),
    () => m.two_factor_is_off(),
  );
  const close = () => setAsking(undefined);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {can.send_email && !suspension && !is_confirmed && (
          <Button variant="secondary" disabled={send.isPending} onClick={() => send.mutate('confirmation')}>
            {m.resend_confirmation()}
          </Button>
        )}
        {can.send_email && !suspension && (
          <Button variant="secondary" disabled={send.isPending} onClick={() => send.mutate('reset')}>
            {m.send_password_reset()}
          </Button>
        )}
        {can.sign_out && (
          <Button variant="secondary" disabled={sign_in.devices === 0} onClick={() => setAsking('sign-out')}>
            {m.sign_out_everywhere()}
          </Button>
        )}
        {can.turn_off_two_factor && (
          <Button variant="secondary" onClick={() => setAsking('two-factor')}>
            {m.turn_off_two_factor()}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={asking === 'sign-out'}
        onClose={close}
        question={m.sign_them_out_everywhere()}
        confirmLabel={m.sign_out_everywhere()}
        isBusy={signOut.isPending}
        onConfirm={() => signOut.mutate(undefined, { onSettled: close })}
      >
        {m.they_can_sign_in_again()}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'two-factor'}
        onClose={close}
        question={m.turn_off_their_two_factor()}
        confirmLabel={m.turn_off_two_factor()}
        isBusy={turnOff.isPending}
        onConfirm={() => turnOff.mutate(undefined, { onSettled: close })}
      >
        {m.make_sure_it_is_them()}
      </ConfirmDialog>
    </>
  );
}
