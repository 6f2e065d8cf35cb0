import { useState } from 'react';
import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { Field } from '#ui/field.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { authErrorWords } from './public/auth-error-words.ts';
import { codeFields, recoveryCodeFields } from './public/credential-fields.ts';
import { SubmitButton } from './submit-button.tsx';
import * as m from './words/messages.ts';

/** The second step of signing in. The session that comes of it leads on by itself. */
export function SecondFactor() {
  const { signOut } = useSession();
  return (
    <AuthCard
      title={m.two_factor_sign_in()}
      foot={
        <button type="button" className={textLink} onClick={() => void signOut()}>
          {m.back_to_sign_in_2()}
        </button>
      }
    >
      <SecondFactorForm />
    </AuthCard>
  );
}

/** Asks for the code of the authenticator app, or for a recovery code. */
export function SecondFactorForm({ onDone }: { onDone?: () => void }) {
  const [isRecovery, setIsRecovery] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useSchemaForm(
    isRecovery ? recoveryCodeFields : codeFields,
    { code: '' },
  );

  const verify = handleSubmit(async ({ code }) => {
    const client = await openAuthClient();
    const error = isRecovery
      ? (await client.mfa.recoveryCodes.verify({ code })).error
      : await verifyApp(code);
    if (error) return setError('code', { message: authErrorWords(error) }, { shouldFocus: true });
    onDone?.();
  });

  return (
    <form key={String(isRecovery)} method="post" onSubmit={verify} className="space-y-5" noValidate>
      <p className="text-muted">
        {isRecovery ? m.enter_one_of_your_recovery_codes() : m.enter_the_code_from_your_app()}
      </p>
      <Field
        label={isRecovery ? m.recovery_code() : m.code_from_your_app()}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        required
        autoFocus
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <SubmitButton isBusy={formState.isSubmitting} label={common.continue_it()} busyLabel={m.checking()} />
      <button
        type="button"
        className="min-h-6 text-sm text-accent underline underline-offset-4"
        onClick={() => {
          reset();
          setIsRecovery(!isRecovery);
        }}
      >
        {isRecovery ? m.use_your_app_instead() : m.use_a_recovery_code()}
      </button>
    </form>
  );
}

/** Whichever of the account's apps the code is from. */
async function verifyApp(code: string) {
  const client = await openAuthClient();
  const { data, error } = await client.mfa.listFactors();
  if (error) return error;
  let last = null;
  for (const { id } of data.totp) {
    last = (await client.mfa.challengeAndVerify({ factorId: id, code })).error;
    if (!last) return null;
  }
  return last;
}
