import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { readDestination, withDestination } from '#people/session/public/destination.ts';
import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { usePasskeyOffer } from '../passkeys/passkey-autofill.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { authErrorWords } from '../public/auth-error-words.ts';
import { signInFields } from '../public/credential-fields.ts';
import type { SignInOptions } from '../public/sign-in-options.ts';
import * as m from '../words/messages.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { expiredLink, forgetExpiredLink } from './expired-link.ts';
import { SubmitButton } from './submit-button.tsx';

type Props = {
  isFocused: boolean;
  /** What was typed before, here or elsewhere. */
  email: string;
  onForgot: (email: string) => void;
  onEmail: ((email: string) => void) | undefined;
  /** Called with the address of an account that waits for its confirmation. */
  onUnconfirmed: (email: string) => void;
  hasPasskeys: boolean;
  providers: SignInOptions['providers'];
  notice: string | undefined;
  failure: string | undefined;
};

/** All ways to sign in: with a password, a passkey, another provider, or an email. */
export function SignInForm({
  isFocused,
  email,
  onForgot,
  onEmail,
  onUnconfirmed,
  hasPasskeys,
  providers,
  notice,
  failure,
}: Props) {
  const { register, handleSubmit, setError, formState, getValues } = useSchemaForm(signInFields, {
    email,
    password: '',
  });
  const { errors, isSubmitting } = formState;
  const [query] = useSearchParams();
  const { state } = useLocation();
  const destination = readDestination(query, state);
  const [expired] = useState(expiredLink);
  useEffect(forgetExpiredLink, []);

  usePasskeyOffer(hasPasskeys, (message) => setError('root', { message }));

  const signIn = handleSubmit(async (credentials) => {
    const { error } = await askAuth((client) => client.signInWithPassword(credentials));
    // Once there is a session, the page around this form moves on.
    if (error)
      setError('root', {
        type: error.code ?? 'unknown',
        message: authErrorWords(error, m.code_bad_oauth()),
      });
  });

  return (
    <AuthCard
      title={common.sign_in()}
      problem={errors.root?.message ?? failure}
      way={
        errors.root?.type === 'email_not_confirmed' && (
          <button
            type="button"
            className="font-semibold underline underline-offset-4"
            onClick={() => onUnconfirmed(getValues('email'))}
          >
            {m.enter_the_code_or_get_another_email()}
          </button>
        )
      }
      foot={
        <>
          {m.no_account_yet()}{' '}
          <Link className={textLink} to={withDestination('/signup', destination)}>
            {common.sign_up()}
          </Link>
        </>
      }
    >
      {notice && (
        <p role="status" className="mb-5 rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {notice}
        </p>
      )}
      {expired && (
        <p className="mb-5 rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {expired === 'invite' ? m.invitation_used() : m.reset_link_used()}{' '}
          <button type="button" className={textLink} onClick={() => onForgot(getValues('email'))}>
            {m.get_a_new_link()}
          </button>
        </p>
      )}
      {destination.plan && <p className="-mt-3 mb-6 text-muted">{common.please_sign_in_to_subscribe()}</p>}
      <form method="post" onSubmit={signIn} className="space-y-5" noValidate>
        <Field
          label={common.email()}
          type="email"
          autoComplete={hasPasskeys ? 'username webauthn' : 'email'}
          required
          autoFocus={isFocused}
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={common.password()}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <div className="flex justify-end">
          <button
            type="button"
            className="min-h-6 text-sm text-accent underline underline-offset-4"
            data-needs-app
            onClick={() => onForgot(getValues('email'))}
          >
            {m.forgot_password()}
          </button>
        </div>
        <SubmitButton isBusy={isSubmitting} label={common.sign_in()} busyLabel={m.signing_in()} />
      </form>
      {hasPasskeys && (
        <PasskeyButton onProblem={(message) => setError('root', message === undefined ? {} : { message })} />
      )}
      <ProviderButtons
        providers={providers}
        destination={destination}
        onProblem={(message) => setError('root', { message })}
      />
      {onEmail && (
        <Button
          variant="secondary"
          className="mt-4 w-full"
          data-needs-app
          onClick={() => onEmail(getValues('email'))}
        >
          {m.email_me_a_sign_in_link()}
        </Button>
      )}
    </AuthCard>
  );
}
