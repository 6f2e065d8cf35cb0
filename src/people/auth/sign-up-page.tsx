import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import {
  type Destination,
  destinationPath,
  readDestination,
  withDestination,
} from '#people/session/public/destination.ts';
import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { Field } from '#ui/field.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import type { Route } from './+types/sign-up-page.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { signUpFields } from './public/credential-fields.ts';
import { type WantedItem, wantedItemContext } from './public/wanted-item.ts';
import { SubmitButton } from './submit-button.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { from } = readDestination(new URL(request.url).searchParams);
  return { wanted: from ? await context.get(wantedItemContext).find(from) : undefined };
}

export const meta = () => privateMeta('Sign up');

/** The server sends the welcome email; signing up does not wait for it, and does not fail with it. */
async function requestWelcomeEmail(email: string) {
  const { functions } = await import('#platform/api-client.ts');
  const request = functions['send-welcome-email'].$post({ json: { email } }, { init: { keepalive: true } });
  await request.catch(() => undefined);
}

export default function SignUpPage({ loaderData }: Route.ComponentProps) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(signUpFields, {
    email: '',
    password: '',
  });
  const { errors, isSubmitting } = formState;
  const [query] = useSearchParams();
  const { status } = useSession();
  const navigate = useNavigate();
  // The item whose card brought the visitor here is where they want to go, by way of the plan they have chosen.
  const destination = readDestination(query);
  const target = destinationPath(destination, '/');
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
          <Link className={textLink} to={withDestination('/signin', destination)}>
            Sign in
          </Link>
        </>
      }
    >
      <Purpose wanted={loaderData.wanted} destination={destination} />
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

/** What the account is for, and what it takes besides. */
function Purpose({ wanted, destination }: { wanted: WantedItem | undefined; destination: Destination }) {
  const { plan, from } = destination;
  if (!plan && !from) return null;
  return (
    <p className="-mt-3 mb-6 text-muted [overflow-wrap:anywhere]">
      {plan ? (
        'Create an account to subscribe. You pay in the next step.'
      ) : !wanted ? (
        "Create a free account. You'll go straight on afterward."
      ) : wanted.isOpenToAll ? (
        <>A free account opens “{wanted.title}”. You'll go straight there afterward.</>
      ) : (
        <>
          Create an account to see “{wanted.title}”.{' '}
          {wanted.plan
            ? `The full text is in ${wanted.plan.name}, ${wanted.plan.price}.`
            : "The full text isn't in any plan."}
        </>
      )}
    </p>
  );
}
