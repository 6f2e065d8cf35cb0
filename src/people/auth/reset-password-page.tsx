import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { resetRedirectMilliseconds } from '#constants';
import { openAuthClient } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { resetPasswordFields } from './public/credential-fields.ts';
import { SubmitButton } from './submit-button.tsx';

export const meta = () => privateMeta('Set a new password');

type Tokens = { access_token: string; refresh_token: string };

/** The tokens of the link in the email, which stand behind its `#`. */
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
    // The tokens leave the address at once, so that no history and no screenshot keeps them.
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
  const { register, handleSubmit, setError, formState } = useSchemaForm(resetPasswordFields, {
    password: '',
    confirmation: '',
  });
  const { errors, isSubmitting, touchedFields } = formState;
  const navigate = useNavigate();

  const save = handleSubmit(async ({ password }) => {
    const client = await openAuthClient();
    const session = await client.setSession(tokens);
    const { error } = session.error ? session : await client.updateUser({ password });
    if (error) return setError('root', { message: error.message || 'Failed to reset password' });
    await client.signOut({ scope: 'local' });
    toast.success('Password updated successfully');
    navigate('/signin', { replace: true });
  });

  return (
    <AuthCard
      title="Set a new password"
      problem={errors.root?.message}
      foot={
        <Link className={textLink} to="/signin">
          Back to Sign In
        </Link>
      }
    >
      <form method="post" onSubmit={save} className="space-y-5" noValidate>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="Must be at least 6 characters"
          required
          error={errors.password?.message}
          {...register('password', { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <SubmitButton isBusy={isSubmitting} label="Save new password" busyLabel="Saving..." />
      </form>
    </AuthCard>
  );
}
