import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { safePath } from '#people/session/public/guards.tsx';
import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Field } from '#ui/field.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { signUpFields } from './public/credential-fields.ts';
import { SubmitButton } from './submit-button.tsx';

export const meta = () => privateMeta('Sign up');

/** The server sends the welcome email; signing up does not wait for it, and does not fail with it. */
async function requestWelcomeEmail(email: string) {
  const { functions } = await import('#platform/api-client.ts');
  const request = functions['send-welcome-email'].$post({ json: { email } }, { init: { keepalive: true } });
  await request.catch(() => undefined);
}

export default function SignUpPage() {
  const { register, handleSubmit, setError, formState } = useSchemaForm(signUpFields, {
    email: '',
    password: '',
  });
  const { errors, isSubmitting } = formState;
  const [query] = useSearchParams();
  const { status } = useSession();
  const navigate = useNavigate();
  // The item whose card brought the visitor here is where they want to go.
  const from = safePath(query.get('from'));
  const target = from ?? '/';
  if (status === 'signed-in') return <Navigate to={target} replace />;

  const signUp = handleSubmit(async (credentials) => {
    const client = await openAuthClient();
    const { error } = await client.signUp(credentials);
    if (error) return setError('root', { message: error.message });
    void requestWelcomeEmail(credentials.email);
    navigate(target, { replace: true });
  });

  return (
    <AuthCard
      title="Sign up"
      problem={errors.root?.message}
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
        <p className="-mt-3 mb-6 text-muted">
          Create a free account to open it. You'll go straight there afterward.
        </p>
      )}
      <form method="post" onSubmit={signUp} className="space-y-5" noValidate>
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
          autoComplete="new-password"
          hint="Must be at least 6 characters"
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton isBusy={isSubmitting} label="Sign up" busyLabel="Creating account..." />
      </form>
    </AuthCard>
  );
}
