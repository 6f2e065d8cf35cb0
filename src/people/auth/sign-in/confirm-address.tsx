import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { CodeForm } from '../email/code-form.tsx';
import { authErrorWords } from '../public/auth-error-words.ts';
import * as m from '../words/messages.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { useAuthAction } from './use-auth-action.ts';

type Props = {
  email: string;
  /** Where the link in the email leads. */
  emailRedirectTo: string;
  backLabel: string;
  onBack: () => void;
};

/** Waits for a new account's address to be confirmed, by the link or the code in the email, which can be sent again. */
export default function ConfirmAddress({ email, emailRedirectTo, backLabel, onBack }: Props) {
  const { isBusy, start } = useAuthAction(async () => {
    const { error } = await askAuth((client) =>
      client.resend({ type: 'signup', email, options: { emailRedirectTo } }),
    );
    if (error) toast.error(authErrorWords(error));
    else toast.success(m.we_sent_the_email_again());
  });
  return (
    <AuthCard
      title={m.check_your_email()}
      foot={
        <button type="button" className={textLink} onClick={onBack}>
          {backLabel}
        </button>
      }
    >
      <CodeForm email={email} type="signup" text={m.we_sent_a_confirmation_link()} />
      <Button variant="secondary" className="mt-4 w-full" disabled={isBusy} onClick={start}>
        {m.send_the_email_again()}
      </Button>
    </AuthCard>
  );
}
