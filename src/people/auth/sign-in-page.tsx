import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { safePath } from '#people/session/public/guards.tsx';
import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

export const meta = () => privateMeta('Sign in');

const read = (event: FormEvent<HTMLFormElement>, name: string) =>
  String(new FormData(event.currentTarget).get(name) ?? '');

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
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [query] = useSearchParams();
  const { state } = useLocation();
  const { status } = useSession();
  const navigate = useNavigate();
  const target = safePath(query.get('from')) ?? safePath(state?.from) ?? '/dashboard';
  const from = safePath(query.get('from'));
  if (status === 'signed-in') return <Navigate to={target} replace />;

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const credentials = { email: read(event, 'email'), password: read(event, 'password') };
    setIsBusy(true);
    setProblem(undefined);
    const client = await openAuthClient();
    const { error } = await client.signInWithPassword(credentials);
    setIsBusy(false);
    if (error) return setProblem(error.message);
    navigate(target, { replace: true });
  }

  return (
    <AuthCard
      title="Sign in"
      problem={problem}
      foot={
        <>
          No account yet?{' '}
          <Link className={textLink} to={from ? `/signup?from=${encodeURIComponent(from)}` : '/signup'}>
            Sign up
          </Link>
        </>
      }
    >
      <form method="post" onSubmit={signIn} className="space-y-5">
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <div className="flex justify-end">
          <button
            type="button"
            className="min-h-6 text-sm text-accent underline underline-offset-4"
            onClick={onForgot}
          >
            Forgot password?
          </button>
        </div>
        <SubmitButton isBusy={isBusy} label="Sign in" busyLabel="Signing in..." />
      </form>
    </AuthCard>
  );
}

function ResetForm({ onBack, onSent }: { onBack: () => void; onSent: (email: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = read(event, 'email');
    setIsBusy(true);
    setProblem(undefined);
    const client = await openAuthClient();
    const { error } = await client.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}/reset-password`,
    });
    setIsBusy(false);
    if (error) return setProblem(error.message);
    onSent(email);
  }

  return (
    <AuthCard
      title="Reset password"
      problem={problem}
      foot={
        <button type="button" className={textLink} onClick={onBack}>
          Back to sign in
        </button>
      }
    >
      <form method="post" onSubmit={send} className="space-y-5">
        <p className="text-muted">
          Enter the address of your account. We send you a link to set a new password.
        </p>
        <Field label="Email" name="email" type="email" autoComplete="email" required autoFocus />
        <SubmitButton isBusy={isBusy} label="Send reset link" busyLabel="Sending..." />
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
          A reset link was sent to <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong>, if
          there is an account with this address. It works once, for 24 hours.
        </p>
        <Button variant="secondary" className="mt-7" onClick={onBack}>
          Back to sign in
        </Button>
      </AuthCard>
    </div>
  );
}
