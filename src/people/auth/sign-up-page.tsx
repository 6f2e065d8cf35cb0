import { type FormEvent, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { minimumPasswordLength } from '#constants';
import { safePath } from '#people/session/public/guards.tsx';
import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Field } from '#ui/field.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

export const meta = () => privateMeta('Sign up');

/** The welcome mail; whether it went out is nobody's business here. */
const sendWelcome = (email: string) =>
  fetch('/functions/v1/send-welcome-email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
    keepalive: true,
  }).catch(() => undefined);

export default function SignUpPage() {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [query] = useSearchParams();
  const { status } = useSession();
  const navigate = useNavigate();
  // The item on whose card the visitor clicked: that is where he wants to be.
  const from = safePath(query.get('from'));
  const target = from ?? '/';
  if (status === 'signed-in') return <Navigate to={target} replace />;

  async function signUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const email = String(values.get('email') ?? '');
    setIsBusy(true);
    setProblem(undefined);
    const client = await openAuthClient();
    const { error } = await client.signUp({ email, password: String(values.get('password') ?? '') });
    setIsBusy(false);
    if (error) return setProblem(error.message);
    void sendWelcome(email);
    navigate(target, { replace: true });
  }

  return (
    <AuthCard
      title="Sign up"
      problem={problem}
      foot={
        <>
          Already have an account?{' '}
          <Link className={textLink} to={from ? `/signin?from=${encodeURIComponent(from)}` : '/signin'}>
            Sign in
          </Link>
        </>
      }
    >
      {from && (
        <p className="-mt-3 mb-6 text-muted">A free account opens it. You go on right where you clicked.</p>
      )}
      <form method="post" onSubmit={signUp} className="space-y-5">
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          minLength={minimumPasswordLength}
          hint="Must be at least 6 characters"
          required
        />
        <SubmitButton isBusy={isBusy} label="Sign up" busyLabel="Creating account..." />
      </form>
    </AuthCard>
  );
}
