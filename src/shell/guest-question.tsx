import { Link } from 'react-router';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import * as m from './words/messages.ts';

type Props = { onClose: () => void; onConfirm: () => void };

/** Asks before a trial account is left, because it has no address to sign in with again. */
export default function GuestQuestion({ onClose, onConfirm }: Props) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      question={m.sign_out_of_your_trial()}
      confirmLabel={m.sign_out()}
      onConfirm={onConfirm}
    >
      <p>{m.you_cant_sign_in_again()}</p>
      <p className="mt-3">
        <Link
          to="/settings"
          onClick={onClose}
          className="font-semibold text-accent underline underline-offset-4"
        >
          {m.add_an_email_address_first()}
        </Link>
      </p>
    </ConfirmDialog>
  );
}
