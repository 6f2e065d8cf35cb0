import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { readDestination, withDestination } from '#people/session/public/destination.ts';
import { askAuth } from '#people/session/public/session.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import { resetRequestFields } from '../public/credential-fields.ts';
import { AuthCard, textLink } from '../sign-in/auth-card.tsx';
import { SubmitButton } from '../sign-in/submit-button.tsx';
import * as m from '../words/messages.ts';
import { CodeForm } from './code-form.tsx';

type Props = {
  /** The address typed in the form before. */
  email: string;
  /** Called with the current input. */
  onBack: (email: string) => void;
};

/** Sign-in with a link or a code by email. */
export function EmailSignIn({ email: typed, onBack }: Props) {
  const { register, handleSubmit, setError, formState, getValues } = useSchemaForm(resetRequestFields, {
    email: typed,
  });
  const { errors, isSubmitting } = formState;
  const [sent, setSent] = useState<string>();
  const [query] = useSearchParams();
  const { state } = useLocation();

  const send = handleSubmit(async ({ email }) => {
    const emailRedirectTo = location.origin + withDestination('/signin', readDestination(query, state));
    const { error } = await askAuth((client) =>
      client.signInWithOtp({ email, options: { emailRedirectTo } }),
    );
    if (error) return setError('root', { message: authErrorWords(error) });
    setSent(email);
  });

  return (
    <AuthCard
      title={sent === undefined ? common.sign_in() : m.check_your_email()}
      problem={errors.root?.message}
      foot={
        <button type="button" className={textLink} onClick={() => onBack(getValues('email'))}>
          {m.back_to_sign_in_2()}
        </button>
      }
    >
      {sent !== undefined ? (
        <CodeForm email={sent} type="email" text={m.follow_the_link_or_enter_the_code()} />
      ) : (
        <form method="post" onSubmit={send} className="space-y-5" noValidate>
          <p className="text-muted">{m.well_email_you_a_link_and_a_code()}</p>
          <Field
            label={common.email()}
            type="email"
            autoComplete="email"
            required
            autoFocus
            error={errors.email?.message}
            {...register('email')}
          />
          <SubmitButton isBusy={isSubmitting} label={m.send_link_and_code()} busyLabel={m.sending()} />
        </form>
      )}
    </AuthCard>
  );
}
