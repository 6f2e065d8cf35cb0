import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { destinationPath, readDestination, withDestination } from '#people/session/public/destination.ts';
import { profileQuery } from '#people/session/public/profile-query.ts';
import { askAuth, useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { RichText } from '#ui/rich-text.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import { EmailSignIn } from '../email/email-sign-in.tsx';
import { LinkSignIn, useSignInLink } from '../email/link-sign-in.tsx';
import { usePasskeyOffer } from '../passkeys/passkey-autofill.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { authErrorWords } from '../public/auth-error-words.ts';
import { resetRequestFields, signInFields } from '../public/credential-fields.ts';
import { type SignInOptions, signInOptionsContext } from '../public/sign-in-options.ts';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import * as m from '../words/messages.ts';
import type { Route } from './+types/sign-in-page.ts';
import { AgreeCard } from './agree-card.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { forgetExpiredLink, hasExpiredLink } from './expired-link.ts';
import { SubmitButton } from './submit-button.tsx';

export const meta = privateMeta(common.sign_in);

export async function loader({ context }: Route.LoaderArgs) {
  const [options, pages] = await Promise.all([
    context.get(signInOptionsContext).read(),
    context.get(ownPagesContext).list(),
  ]);
  return { options, asked: pages.filter(({ asks_consent }) => asks_consent) };
}

export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const [mode, setMode] = useState<'sign-in' | 'reset' | 'sent' | 'email'>('sign-in');
  const { state } = useLocation();
  const [email, setEmail] = useState(() => emailIn(state));
  const [isBack, setIsBack] = useState(false);
  const goBack = (typed = email) => {
    setEmail(typed);
    setIsBack(document.activeElement?.matches(':focus-visible') ?? false);
    setMode('sign-in');
  };
  const leadTo = (next: typeof mode) => (typed: string) => {
    setEmail(typed);
    setMode(next);
  };
  const { link, leaveLink } = useSignInLink();
  const { status, needsFactor } = useSession();
  const [query] = useSearchParams();
  const profile = useProfile();
  const { asked } = loaderData;
  // The owner has stopped asking since the profile was loaded: leading on would lead back here.
  const isOutdated = status === 'signed-in' && profile?.needs_consent === true && asked.length === 0;
  useEffect(() => {
    if (isOutdated)
      void loadQueryCache().then(({ queryClient }) => queryClient.invalidateQueries(profileQuery));
  }, [isOutdated]);
  if (link?.tokens) return <LinkSignIn link={link} onBack={leaveLink} />;
  if (link?.isArriving || isOutdated) return <Spinner />;
  if (needsFactor) return <SecondFactor hasPasskeys={loaderData.options.passkeys} />;
  if (status === 'signed-in' && profile?.needs_consent && asked.length > 0)
    return <AgreeCard pages={asked} />;
  if (status === 'signed-in')
    return (
      <Navigate
        // From there, members are led on to their own dashboard.
        to={destinationPath(
          readDestination(query, state),
          loaderData.options.isNew ? '/admin' : '/dashboard',
        )}
        replace
      />
    );
  if (mode === 'email') return <EmailSignIn email={email} onBack={goBack} />;
  if (mode === 'sign-in')
    return (
      <SignInForm
        isFocused={isBack}
        email={email}
        onForgot={leadTo('reset')}
        onEmail={loaderData.options.byEmail ? leadTo('email') : undefined}
        hasPasskeys={loaderData.options.passkeys}
        providers={loaderData.options.providers}
        notice={link?.notice}
        failure={link?.failure}
      />
    );
  if (mode === 'reset') return <ResetForm email={email} onBack={goBack} onSent={leadTo('sent')} />;
  return <ResetSent email={email} onBack={() => goBack()} />;
}

/** The address that was typed at sign-up, where its account exists already. */
const emailIn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';

function SignInForm({
  isFocused,
  email,
  onForgot,
  onEmail,
  hasPasskeys,
  providers,
  notice,
  failure,
}: {
  /** Whether the visitor has come back from another form. */
  isFocused: boolean;
  /** What was typed before, here or elsewhere. */
  email: string;
  onForgot: (email: string) => void;
  onEmail: ((email: string) => void) | undefined;
  hasPasskeys: boolean;
  providers: SignInOptions['providers'];
  notice: string | undefined;
  failure: string | undefined;
}) {
  const { register, handleSubmit, setError, formState, getValues } = useSchemaForm(signInFields, {
    email,
    password: '',
  });
  const { errors, isSubmitting } = formState;
  const [query] = useSearchParams();
  const { state } = useLocation();
  const destination = readDestination(query, state);
  const [isLinkExpired] = useState(hasExpiredLink);
  useEffect(forgetExpiredLink, []);

  usePasskeyOffer(hasPasskeys, (message) => setError('root', { message }));

  const signIn = handleSubmit(async (credentials) => {
    const { error } = await askAuth((client) => client.signInWithPassword(credentials));
    // With a session, the page around this form leads on.
    if (error) setError('root', { message: authErrorWords(error) });
  });

  return (
    <AuthCard
      title={common.sign_in()}
      problem={errors.root?.message ?? failure}
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
      {isLinkExpired && (
        <p className="mb-5 rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {m.reset_link_used()}{' '}
          <button type="button" className={textLink} onClick={() => onForgot(getValues('email'))}>
            {m.get_a_new_link()}
          </button>
        </p>
      )}
      {destination.plan && <p className="-mt-3 mb-6 text-muted">{m.please_sign_in_to_subscribe()}</p>}
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
        <Button variant="secondary" className="mt-4 w-full" onClick={() => onEmail(getValues('email'))}>
          {m.email_me_a_sign_in_link()}
        </Button>
      )}
    </AuthCard>
  );
}

type ResetProps = { email: string; onBack: (email: string) => void; onSent: (email: string) => void };

function ResetForm({ email: typed, onBack, onSent }: ResetProps) {
  const { register, handleSubmit, setError, formState, getValues } = useSchemaForm(resetRequestFields, {
    email: typed,
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ email }) => {
    const { error } = await askAuth((client) =>
      client.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password` }),
    );
    if (error) return setError('root', { message: authErrorWords(error) });
    onSent(email);
  });

  return (
    <AuthCard
      title={m.reset_password()}
      problem={errors.root?.message}
      foot={
        <button type="button" className={textLink} onClick={() => onBack(getValues('email'))}>
          {m.back_to_sign_in_2()}
        </button>
      }
    >
      <form method="post" onSubmit={send} className="space-y-5" noValidate>
        <p className="text-muted">{m.reset_about()}</p>
        <Field
          label={common.email()}
          type="email"
          autoComplete="email"
          required
          autoFocus
          error={errors.email?.message}
          {...register('email')}
        />
        <SubmitButton isBusy={isSubmitting} label={m.send_reset_link()} busyLabel={m.sending()} />
      </form>
    </AuthCard>
  );
}

function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <AuthCard title={m.check_your_email()}>
        <p className="text-muted">
          <RichText
            parts={m.reset_link_sent({
              email,
              strong: (text) => <strong className="text-ink [overflow-wrap:anywhere]">{text}</strong>,
            })}
          />
        </p>
        <Button variant="secondary" className="mt-7" onClick={onBack}>
          {m.back_to_sign_in_2()}
        </Button>
      </AuthCard>
    </div>
  );
}
