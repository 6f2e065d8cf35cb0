import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { minimumPasswordLength, resetRedirectMilliseconds } from '#constants';
import { openAuthClient } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toasts.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

export const meta = () => privateMeta('Set a new password');

type Tokens = { access_token: string; refresh_token: string };

/** What the link in the mail carries behind the `#`. */
function readLink(): Tokens | undefined {
  const values = new URLSearchParams(location.hash.slice(1));
  const access_token = values.get('access_token');
  if (!access_token || values.get('type') !== 'recovery') return undefined;
  return { access_token, refresh_token: values.get('refresh_token') ?? '' };
}

export default function ResetPasswordPage() {
  const [link, setLink] = useState<Tokens | 'wait' | undefined>();
  const navigate = useNavigate();

  useEffect(() => {
    const found = readLink();
    // The tokens leave the address at once: they belong into no history and no screenshot.
    if (found) {
      history.replaceState(history.state, '', location.pathname);
      return setLink(found);
    }
    if (new URLSearchParams(location.search).get('email')) {
      setLink('wait');
      const timer = setTimeout(() => navigate('/signin'), resetRedirectMilliseconds);
      return () => clearTimeout(timer);
    }
    toast.error('Invalid password reset link');
    navigate('/signin', { replace: true });
  }, [navigate]);

  if (!link) return <Spinner />;
  if (link === 'wait') {
    return (
      <AuthCard title="Reset password">
        <p role="status">Check your email for the password reset link</p>
      </AuthCard>
    );
  }
  return <NewPasswordForm tokens={link} />;
}

function NewPasswordForm({ tokens }: { tokens: Tokens }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const password = String(values.get('password') ?? '');
    if (password !== values.get('confirmation')) return setProblem('Passwords do not match');
    if (password.length < minimumPasswordLength) return setProblem('Password must be at least 6 characters');
    setIsBusy(true);
    setProblem(undefined);
    const client = await openAuthClient();
    const session = await client.setSession(tokens);
    const { error } = session.error ? session : await client.updateUser({ password });
    setIsBusy(false);
    if (error) return setProblem(error.message || 'Failed to reset password');
    await client.signOut({ scope: 'local' });
    toast.success('Password updated successfully');
    navigate('/signin', { replace: true });
  }

  return (
    <AuthCard
      title="Set a new password"
      problem={problem}
      foot={
        <Link className={textLink} to="/signin">
          Back to Sign In
        </Link>
      }
    >
      <form method="post" onSubmit={save} className="space-y-5" noValidate>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="Must be at least 6 characters"
          required
        />
        <PasswordField label="Confirm password" name="confirmation" autoComplete="new-password" required />
        <SubmitButton isBusy={isBusy} label="Save new password" busyLabel="Saving..." />
      </form>
    </AuthCard>
  );
}
