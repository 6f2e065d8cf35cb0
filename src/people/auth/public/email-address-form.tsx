import type { User } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { emailLinkMinutes } from '#constants';
import { askAuth, useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import * as m from '../words/messages.ts';
import { authErrorWords } from './auth-error-words.ts';
import { ProvedForm } from './confirm-owner.tsx';
import { changeEmailFields, signUpFields } from './credential-fields.ts';

/** Changes the address of an account, or gives a trial account its first one. */
export function EmailAddressForm() {
  const { email } = useSession();
  const [asked, setAsked] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the address has changed.
  useEffect(() => {
    let isOver = false;
    async function ask() {
      const kept = (await askAuth((client) => client.getSession())).data?.session?.user;
      const user = (await askAuth((client) => client.getUser())).data?.user ?? kept;
      if (isOver || !user) return;
      setAsked(isWaiting(user) ? user.new_email : undefined);
      // The link has been followed in another browser.
      if (kept?.email !== user.email) await askAuth((client) => client.refreshSession());
    }
    void ask();
    return () => {
      isOver = true;
    };
  }, [email]);
  return email === common.guest() ? <KeepAccount asked={asked} /> : <ChangeEmail key={email} asked={asked} />;
}

/** Whether the links for another address still work. */
const isWaiting = ({ email_change_sent_at: sentAt }: User) =>
  sentAt !== undefined && Date.now() < Date.parse(sentAt) + emailLinkMinutes.email_change_new * 60_000;

/** `asked` is the address that a change waits for. */
type Props = { asked: string | undefined };

function ChangeEmail({ asked }: Props) {
  const { email: current } = useSession();
  const hasPassword = useProfile()?.has_password !== false;
  const [isProofAsked, setIsProofAsked] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useSchemaForm(
    changeEmailFields[hasPassword ? 'withPassword' : 'withoutPassword'],
    { email: '', current: '' },
  );
  const [sent = asked, setSent] = useState<string>();
  const change = handleSubmit(async ({ email, current: password }) => {
    if (email.trim().toLowerCase() === current)
      return setError('email', { message: m.this_is_your_address_already() }, { shouldFocus: true });
    const { error } = await askAuth((client) =>
      client.updateUser(
        { email, ...(hasPassword ? { current_password: password } : {}) },
        { emailRedirectTo: `${location.origin}/signin` },
      ),
    );
    if (error?.code === 'reauthentication_needed') return setIsProofAsked(true);
    if (error) {
      const field = error.code === 'invalid_credentials' ? 'current' : 'email';
      return setError(field, { message: authErrorWords(error) }, { shouldFocus: true });
    }
    reset();
    setSent(email);
  });
  return (
    <ProvedForm isProofAsked={isProofAsked} setIsProofAsked={setIsProofAsked} send={change}>
      <form method="post" onSubmit={change} className="space-y-5" noValidate>
        {sent !== undefined && (
          <p role="status" className="rounded-md border border-line bg-sunken px-4 py-3 text-sm">
            {m.confirm_the_change_from_both({ email: sent })}
          </p>
        )}
        <Field
          label={m.new_email_address()}
          type="email"
          autoComplete="email"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        {hasPassword && (
          <PasswordField
            label={m.your_password()}
            autoComplete="current-password"
            required
            error={formState.errors.current?.message}
            {...register('current')}
          />
        )}
        <Button type="submit" variant="secondary" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? common.saving() : m.change_email_address()}
        </Button>
      </form>
    </ProvedForm>
  );
}

function KeepAccount({ asked }: Props) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(signUpFields, {
    email: '',
    password: '',
  });
  const [sent = asked, setSent] = useState<string>();
  const keep = handleSubmit(async (credentials) => {
    const { data, error } = await askAuth((client) =>
      client.updateUser(credentials, { emailRedirectTo: `${location.origin}/signin` }),
    );
    if (error) {
      const field = error.code === 'weak_password' ? 'password' : 'email';
      return setError(field, { message: authErrorWords(error) }, { shouldFocus: true });
    }
    if (data.user.is_anonymous) return setSent(credentials.email);
    await askAuth((client) => client.refreshSession());
    toast.success(m.your_account_is_yours());
  });
  return (
    <form method="post" onSubmit={keep} className="space-y-5" noValidate>
      <p className="text-muted">
        {sent === undefined ? m.this_is_a_trial_account() : m.confirm_your_address({ email: sent })}
      </p>
      <Field
        label={common.email()}
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={common.password()}
        autoComplete="new-password"
        hint={common.must_be_at_least_6_characters()}
        required
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" disabled={formState.isSubmitting}>
        {formState.isSubmitting ? common.saving() : m.create_your_account()}
      </Button>
    </form>
  );
}
