import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { type Destination, destinationPath, withDestination } from '#people/session/public/destination.ts';
import { askAuth } from '#people/session/public/session.tsx';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { Button } from '#ui/button.tsx';
import { formatPrice } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { authErrorWords } from '../public/auth-error-words.ts';
import { consentFields, signUpFields } from '../public/credential-fields.ts';
import type { SignInOptions } from '../public/sign-in-options.ts';
import type { SignUpTarget } from '../public/sign-up-target.ts';
import * as m from '../words/messages.ts';
import { AgreeField } from './agree-field.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthAction } from './use-auth-action.ts';

/** `withConsent`: if the owner's pages require consent. */
const fields = {
  withConsent: signUpFields.extend(consentFields.shape),
  withoutConsent: signUpFields.extend({ agreed: z.boolean() }),
};

/** Requests the welcome email from the server. Signing up doesn't wait for it, nor fail with it. */
async function requestWelcomeEmail(email: string, anonymousToken: string) {
  const { functions } = await import('#platform/client/api-client.ts');
  const request = functions['send-welcome-email'].$post(
    {},
    {
      headers: { authorization: `Bearer ${anonymousToken}`, 'content-type': 'application/json' },
      init: { body: JSON.stringify({ email }), keepalive: true },
    },
  );
  await request.catch(() => undefined);
}

/** Where to go after signing up: the page that the visitor came from, after the checkout if they chose a plan. */
export const targetOf = (destination: Destination) => destinationPath(destination, '/');

export const HasAccount = ({ destination }: { destination: Destination }) => (
  <>
    {m.already_have_an_account()}{' '}
    <Link className={textLink} to={withDestination('/signin', destination)}>
      {destination.plan ? common.please_sign_in_to_subscribe() : common.sign_in()}
    </Link>
  </>
);
type Props = {
  /** The pages that visitors must agree to. */
  asked: { slug: string; title: string; version: number }[];
  options: SignInOptions;
  wanted: SignUpTarget | undefined;
  planName: string | undefined;
  destination: Destination;
  /** Called with the address if it must be confirmed by email first. */
  confirmLater: (email: string) => void;
};

/** All ways to sign up: with a password or another provider, or as a trial account with neither. */
export function SignUpForm({ asked, options, wanted, planName, destination, confirmLater }: Props) {
  const { register, handleSubmit, setError, clearErrors, trigger, formState, control, getValues } =
    useSchemaForm(fields[asked.length > 0 ? 'withConsent' : 'withoutConsent'], {
      email: '',
      password: '',
      agreed: false,
    });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: 'password' });
  const navigate = useNavigate();
  const agreed = Object.fromEntries(asked.map(({ slug, version }) => [slug, version]));
  const canContinue = () => trigger('agreed', { shouldFocus: true });
  const onProblem = (message: string) => setError('root', { message });

  const signUp = handleSubmit(async ({ email, password }) => {
    const { data, error } = await askAuth((client) =>
      client.signUp({
        email,
        password,
        options: {
          emailRedirectTo: location.origin + withDestination('/signin', destination),
          ...(asked.length > 0 && { data: { agreed_to: agreed } }),
        },
      }),
    );
    if (error)
      return setError('root', {
        type: error.code ?? 'unknown',
        message: authErrorWords(error, m.sign_up_failed()),
      });
    if (!data.session) return confirmLater(email);
    void requestWelcomeEmail(email, options.anonymousToken);
    navigate(targetOf(destination), { replace: true });
  });

  return (
    <AuthCard
      title={common.sign_up()}
      problem={errors.root?.message}
      way={
        errors.root?.type === 'user_already_exists' && (
          <Link
            className="ml-2 font-semibold underline underline-offset-4"
            to={withDestination('/signin', destination)}
            state={{ email: getValues('email') }}
          >
            {common.sign_in()}
          </Link>
        )
      }
      foot={<HasAccount destination={destination} />}
    >
      <Purpose wanted={wanted} planName={planName} destination={destination} />
      <form method="post" onSubmit={signUp} className="space-y-5" noValidate>
        <Field
          label={common.email()}
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={common.password()}
          autoComplete="new-password"
          strengthOf={typed}
          hint={common.must_be_at_least_6_characters()}
          required
          error={errors.password?.message}
          {...register('password')}
        />
        {asked.length > 0 && (
          <AgreeField
            pages={asked}
            error={errors.agreed?.message}
            {...register('agreed', { onChange: () => clearErrors('agreed') })}
          />
        )}
        <SubmitButton isBusy={isSubmitting} label={common.sign_up()} busyLabel={m.creating_account()} />
      </form>
      {options.trial && <TrialButton agreed={agreed} canStart={canContinue} onProblem={onProblem} />}
      <ProviderButtons
        providers={options.providers}
        destination={destination}
        agreed={agreed}
        canLeave={canContinue}
        onProblem={onProblem}
      />
    </AuthCard>
  );
}

/** The item or plan that the visitor signs up for, and what it costs. */
function Purpose({
  wanted,
  planName,
  destination,
}: {
  wanted: SignUpTarget | undefined;
  planName: string | undefined;
  destination: Destination;
}) {
  const { plan, from } = destination;
  if (!plan && !from) return null;
  return (
    <p className="-mt-3 mb-6 text-muted [overflow-wrap:anywhere]">
      {plan ? purposeOfPlan(planName) : purposeOfItem(wanted)}
    </p>
  );
}

const purposeOfPlan = (name: string | undefined) =>
  name ? m.create_an_account_for_plan({ name }) : m.create_account_to_subscribe();

function purposeOfItem(wanted: SignUpTarget | undefined): string {
  if (!wanted) return m.create_a_free_account_youll_go();
  const { title, isOpenToAll, plan } = wanted;
  if (isOpenToAll) return m.a_free_account_opens_title_youll({ title });
  const whereToRead = plan
    ? m.full_text_in_plan({ name: plan.name, price: formatPrice(plan.price, plan.currency) })
    : m.full_text_in_no_plan();
  return `${m.create_an_account_to_see_title({ title })} ${whereToRead}`;
}

/** Starts a trial account. The page around it moves on. */
function TrialButton({
  agreed,
  canStart,
  onProblem,
}: {
  agreed: AgreedTo;
  canStart: () => Promise<boolean>;
  onProblem: (message: string) => void;
}) {
  const { isBusy, start } = useAuthAction(async () => {
    if (!(await canStart())) return;
    const { error } = await askAuth((client) =>
      client.signInAnonymously({ options: { data: { agreed_to: agreed } } }),
    );
    if (error) onProblem(authErrorWords(error));
  });
  return (
    <Button variant="secondary" className="mt-4 w-full" disabled={isBusy} data-needs-app onClick={start}>
      {isBusy ? m.signing_in() : m.try_without_an_account()}
    </Button>
  );
}
