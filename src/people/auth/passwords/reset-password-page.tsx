import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, type NavigateFunction, useNavigate } from 'react-router';
import { z } from 'zod';
import { resetRedirectMilliseconds } from '#constants';
import { emailOf } from '#people/session/public/kept-session.ts';
import { askAuth } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords, providerErrorWords } from '../public/auth-error-words.ts';
import { resetPasswordFields } from '../public/credential-fields.ts';
import { SecondFactorForm } from '../second-factor/second-factor.tsx';
import { AuthCard, textLink } from '../sign-in/auth-card.tsx';
import { noteExpiredLink } from '../sign-in/expired-link.ts';
import { SubmitButton } from '../sign-in/submit-button.tsx';
import * as m from '../words/messages.ts';
import { PasswordField } from './password-field.tsx';

export const meta = privateMeta(m.set_a_new_password);

/** Storage for the link's tokens in this tab until they are used, so that the page can be reloaded. */
const recoveryKey = 'promptory-recovery';

const tokensShape = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string(),
  /** `invite`: an invitation, to choose a new account's first password. */
  type: z.enum(['recovery', 'invite']),
});
type Tokens = z.infer<typeof tokensShape>;

/** Refusals of links that may still be valid. */
const refusals = ['user_banned', 'over_request_rate_limit'];

/** The fragment of the link: its tokens, or an error if it was used or has expired, or was refused for another reason. */
function readLink(): Tokens | { expired: Tokens['type'] } | { refusal: string } | undefined {
  const values = new URLSearchParams(location.hash.slice(1));
  const refusal = refusals.find((code) => code === values.get('error_code'));
  if (refusal) return { refusal };
  if (values.has('error')) return { expired: values.get('type') === 'invite' ? 'invite' : 'recovery' };
  return tokensShape.safeParse({ refresh_token: '', ...Object.fromEntries(values) }).data;
}

function readKept(): Tokens | undefined {
  try {
    return tokensShape.safeParse(JSON.parse(sessionStorage.getItem(recoveryKey) ?? '')).data;
  } catch {
    return undefined;
  }
}
/** Without storage, the tokens last as long as the page. */
function keep(tokens: Tokens | undefined) {
  try {
    if (tokens) sessionStorage.setItem(recoveryKey, JSON.stringify(tokens));
    else sessionStorage.removeItem(recoveryKey);
  } catch {
    // Storage is blocked.
  }
}
const forget = () => keep(undefined);

/** Leads to sign-in, which offers a new link if this one was used or has `expired`. */
function leaveInvalidLink(navigate: NavigateFunction, expired?: Tokens['type']) {
  forget();
  toast.error(expired === 'invite' ? m.this_link_is_invalid_or_expired() : m.invalid_password_reset_link());
  if (expired) noteExpiredLink(expired);
  navigate('/signin', { replace: true });
}

export default function ResetPasswordPage() {
  const [link, setLink] = useState<Tokens | 'wait' | undefined>();
  const navigate = useNavigate();

  useEffect(() => {
    const found = readLink();
    if (found && 'refusal' in found) {
      toast.error(providerErrorWords(found.refusal));
      navigate('/signin', { replace: true });
      return;
    }
    if (found && 'expired' in found) return leaveInvalidLink(navigate, found.expired);
    // Removes the tokens from the URL at once, so that no history or screenshot contains them.
    if (found) {
      keep(found);
      history.replaceState(history.state, '', location.pathname);
      return setLink(found);
    }
    if (new URLSearchParams(location.search).get('email')) {
      setLink('wait');
      const timer = setTimeout(() => navigate('/signin'), resetRedirectMilliseconds);
      return () => clearTimeout(timer);
    }
    const kept = readKept();
    if (kept) return setLink(kept);
    leaveInvalidLink(navigate);
  }, [navigate]);

  if (!link) return <Spinner />;
  if (link === 'wait') {
    return (
      <AuthCard title={m.reset_password()}>
        <p role="status">{m.reset_link_in_email()}</p>
      </AuthCard>
    );
  }
  return <NewPasswordForm tokens={link} />;
}

function NewPasswordForm({ tokens }: { tokens: Tokens }) {
  const { register, handleSubmit, setError, formState, control } = useSchemaForm(resetPasswordFields, {
    password: '',
    confirmation: '',
  });
  const { errors, isSubmitting, touchedFields } = formState;
  const typed = useWatch({ control, name: 'password' });
  const navigate = useNavigate();
  const [needsFactor, setNeedsFactor] = useState(false);
  const isOpen = useRef(false);
  const isNew = tokens.type === 'invite';
  const title = isNew ? m.choose_a_password() : m.set_a_new_password();
  // May differ from the account that is signed in here.
  const email = emailOf(tokens.access_token);

  const save = handleSubmit(async ({ password }) => {
    // Only once: the link's tokens must not replace a session that has since been raised by the second factor.
    const session = isOpen.current ? { error: null } : await askAuth((client) => client.setSession(tokens));
    isOpen.current = !session.error;
    // The session has ended: the password was changed, or everything was signed out.
    if ([400, 401, 403, 404].includes(session.error?.status ?? 0))
      return leaveInvalidLink(navigate, tokens.type);
    const { error } = session.error ? session : await askAuth((client) => client.updateUser({ password }));
    if (error?.code === 'insufficient_aal') return setNeedsFactor(true);
    if (error?.code === 'reauthentication_needed') return leaveInvalidLink(navigate, tokens.type);
    if (error)
      return setError('root', {
        message: isNew ? authErrorWords(error) : authErrorWords(error, m.failed_to_reset_password()),
      });
    forget();
    await askAuth((client) => client.signOut({ scope: 'local' }));
    toast.success(isNew ? m.password_saved_sign_in() : common.password_updated_successfully());
    navigate('/signin', { replace: true, state: { email } });
  });

  if (needsFactor)
    return (
      <AuthCard title={m.two_factor_sign_in()}>
        <SecondFactorForm onDone={() => setNeedsFactor(false)} />
      </AuthCard>
    );
  return (
    <AuthCard
      title={title}
      problem={errors.root?.message}
      foot={
        <Link className={textLink} to="/signin" onClick={forget}>
          {m.back_to_sign_in()}
        </Link>
      }
    >
      {isNew && <PageTitle>{title}</PageTitle>}
      {email && (
        <p className="-mt-3 mb-6 text-muted [overflow-wrap:anywhere]">
          {isNew ? m.for_your_new_account({ email }) : m.for_the_account({ email })}
        </p>
      )}
      <form method="post" onSubmit={save} className="space-y-5" noValidate>
        <PasswordField
          label={isNew ? common.password() : common.new_password()}
          autoComplete="new-password"
          strengthOf={typed}
          hint={common.must_be_at_least_6_characters()}
          required
          error={errors.password?.message}
          {...register('password', { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
        />
        <PasswordField
          label={m.confirm_password()}
          autoComplete="new-password"
          required
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <SubmitButton
          isBusy={isSubmitting}
          label={isNew ? m.save_password() : m.save_new_password()}
          busyLabel={common.saving()}
        />
      </form>
    </AuthCard>
  );
}
