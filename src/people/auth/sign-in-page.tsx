import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { destinationPath, readDestination, withDestination } from '#people/session/public/destination.ts';
import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { resetRequestFields, signInFields } from './public/credential-fields.ts';
import { SubmitButton } from './submit-button.tsx';

export const meta = () => privateMeta('Sign in');

export default function SignInPage() {
  const [mode, setMode] = useState<'sign-in' | 'reset' | 'sent'>('sign-in');
  const [email, setEmail] = useState('');
  if (mode === 'sign-in') return <SignInForm onForgot={() => setMode('reset')} />;
  if (mode === 'reset') {
    return (
      <ResetForm
        onBack={() => setMode('sign-in')}
        onSent={(address) => {
          setEmail(address);
          setMode('sent');
        }}
      />
    );
  }
  return <ResetSent email={email} onBack={() => setMode('sign-in')} />;
}

function SignInForm({ onForgot }: { onForgot: () => void }) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(signInFields, {
    email: '',
    password: '',
  });
  const { errors, isSubmitting } = formState;
  const [query] = useSearchParams();
  const { state } = useLocation();
  const { status } = useSession();
  const navigate = useNavigate();
  const destination = readDestination(query, state);
  const target = destinationPath(destination, '/dashboard');
  if (status === 'signed-in') return <Navigate to={target} replace />;

  const signIn = handleSubmit(async (credentials) => {
    const client = await openAuthClient();
    const { error } = await client.signInWithPassword(credentials);
    if (error) return setError('root', { message: error.message });
    navigate(target, { replace: true });
  });

  return (
    <AuthCard
      title="Sign in"
      problem={errors.root?.message}
      foot={
        <>
          No account yet?{' '}
          <Link className={textLink} to={withDestination('/signup', destination)}>
            Sign up
          </Link>
        </>
      }
    >
      {state?.isLinkExpired && (
        <p className="mb-5 rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          Your reset link was already used or has expired.{' '}
          <button type="button" className={textLink} onClick={onForgot}>
            Get a new link
          </button>
        </p>
      )}
      {destination.plan && <p className="-mt-3 mb-6 text-muted">Please sign in to subscribe</p>}
      <form method="post" onSubmit={signIn} className="space-y-5" noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <div className="flex justify-end">
          <button
            type="button"
            className="min-h-6 text-sm text-accent underline underline-offset-4"
            onClick={onForgot}
          >
            Forgot password?
          </button>
        </div>
        <SubmitButton isBusy={isSubmitting} label="Sign in" busyLabel="Signing in..." />
      </form>
    </AuthCard>
  );
}

function ResetForm({ onBack, onSent }: { onBack: () => void; onSent: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(resetRequestFields, { email: '' });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ email }) => {
    const client = await openAuthClient();
    const { error } = await client.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}/reset-password`,
    });
    if (error) return setError('root', { message: error.message });
    onSent(email);
  });

  return (
    <AuthCard
      title="Reset password"
      problem={errors.root?.message}
      foot={
        <button type="button" className={textLink} onClick={onBack}>
          Back to sign in
        </button>
      }
    >
      <form method="post" onSubmit={send} className="space-y-5" noValidate>
        <p className="text-muted">Enter your email and we'll send you a link to set a new password.</p>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          autoFocus
          error={errors.email?.message}
          {...register('email')}
        />
        <SubmitButton isBusy={isSubmitting} label="Send reset link" busyLabel="Sending..." />
      </form>
    </AuthCard>
  );
}

function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <AuthCard title="Check your email">
        <p className="text-muted">
          If <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong> has an account, a reset
          link was sent to it. The link works once and expires in 24 hours.
        </p>
        <Button variant="secondary" className="mt-7" onClick={onBack}>
          Back to sign in
        </Button>
      </AuthCard>
    </div>
  );
}
