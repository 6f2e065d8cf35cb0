import { useEffect, useState } from 'react';
import { askAuth, useSession } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { authErrorWords, keyErrorWords } from '../public/auth-error-words.ts';
import { codeFields, recoveryCodeFields } from '../public/credential-fields.ts';
import { AuthCard, textLink } from '../sign-in/auth-card.tsx';
import { SubmitButton } from '../sign-in/submit-button.tsx';
import { useAuthAction } from '../sign-in/use-auth-action.ts';
import * as m from '../words/messages.ts';

/** The second step of signing in. The page moves on once there is a session. */
export function SecondFactor({ hasPasskeys }: { hasPasskeys: boolean }) {
  const { signOut } = useSession();
  const [problem, setProblem] = useState<string>();
  return (
    <AuthCard
      title={m.two_factor_sign_in()}
      problem={problem}
      foot={
        <button type="button" className={textLink} onClick={() => void signOut()}>
          {m.back_to_sign_in_2()}
        </button>
      }
    >
      <SecondFactorForm />
      {hasPasskeys && <PasskeyButton onProblem={setProblem} />}
    </AuthCard>
  );
}

type Factors = { apps: string[]; keys: string[] };

/** The account's factors, or why they couldn't be loaded. */
function useOwnFactors() {
  const [{ factors, problem }, setState] = useState<{ factors?: Factors; problem?: string }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    let isOver = false;
    async function load() {
      const { data, error } = await askAuth((client) => client.mfa.listFactors());
      if (isOver) return;
      if (error) return setState({ problem: authErrorWords(error) });
      const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
      setState({ factors: { apps: idsOf(data.totp), keys: idsOf(data.webauthn) } });
    }
    void load();
    return () => {
      isOver = true;
    };
  }, [attempt]);
  return {
    factors,
    problem,
    retry() {
      setState({});
      setAttempt(attempt + 1);
    },
  };
}

/** Asks for the code of the authenticator app, the security key, or a recovery code. */
export function SecondFactorForm({ onDone }: { onDone?: () => void }) {
  const { factors, problem, retry } = useOwnFactors();
  const [asksRecovery, setAsksRecovery] = useState(false);
  const hasKeyOnly = factors !== undefined && factors.apps.length === 0;
  const { register, handleSubmit, setError, reset, formState } = useSchemaForm(
    asksRecovery ? recoveryCodeFields : codeFields,
    { code: '' },
  );

  const verify = handleSubmit(async ({ code }) => {
    const { error } = asksRecovery
      ? await askAuth((client) => client.mfa.recoveryCodes.verify({ code }))
      : await verifyApp(code);
    if (error) return setError('code', { message: authErrorWords(error) }, { shouldFocus: true });
    onDone?.();
  });

  return (
    <form key={String(asksRecovery)} method="post" onSubmit={verify} className="space-y-5" noValidate>
      {!asksRecovery && factors && factors.keys.length > 0 && (
        <KeyButton ids={factors.keys} isFocused={hasKeyOnly} onDone={onDone} />
      )}
      {!asksRecovery && problem && (
        <>
          <p role="alert" className="text-signal">
            {problem}
          </p>
          <TryAgain autoFocus retry={retry} />
        </>
      )}
      {(asksRecovery || !(hasKeyOnly || problem)) && (
        <>
          <p className="text-muted">
            {asksRecovery ? m.enter_recovery_code() : m.enter_the_code_from_your_app()}
          </p>
          <Field
            label={asksRecovery ? m.recovery_code() : m.code_from_your_app()}
            inputMode={asksRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            required
            autoFocus
            error={formState.errors.code?.message}
            {...register('code')}
          />
          <SubmitButton
            isBusy={formState.isSubmitting}
            label={common.continue_it()}
            busyLabel={m.checking()}
          />
        </>
      )}
      <button
        type="button"
        className="min-h-6 text-sm text-accent underline underline-offset-4"
        onClick={() => {
          reset();
          setAsksRecovery(!asksRecovery);
        }}
      >
        {!asksRecovery
          ? m.use_a_recovery_code()
          : hasKeyOnly
            ? m.use_your_security_key()
            : m.use_your_app_instead()}
      </button>
    </form>
  );
}

type KeyProps = { ids: string[]; isFocused: boolean; onDone: (() => void) | undefined };

/** Accepts any of the account's security keys. */
function KeyButton({ ids, isFocused, onDone }: KeyProps) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, start } = useAuthAction(async () => {
    let last: Parameters<typeof keyErrorWords>[0] | null = null;
    for (const factorId of ids) {
      last = (await askAuth((client) => client.mfa.webauthn.authenticate({ factorId }))).error;
      if (!last) return onDone?.();
    }
    if (last) setProblem(keyErrorWords(last));
  });
  return (
    <div>
      <Button
        className="w-full"
        size="large"
        autoFocus={isFocused}
        disabled={isBusy}
        onClick={() => {
          setProblem(undefined);
          start();
        }}
      >
        {isBusy ? m.checking() : m.use_your_security_key()}
      </Button>
      <p role="alert" className="mt-2 text-sm text-signal">
        {problem}
      </p>
    </div>
  );
}

/** Tries the code with all of the account's apps. */
const verifyApp = (code: string) =>
  askAuth(async (client) => {
    const { data, error } = await client.mfa.listFactors();
    let last = error;
    for (const { id } of data?.totp ?? []) {
      last = (await client.mfa.challengeAndVerify({ factorId: id, code })).error;
      if (!last) break;
    }
    return { error: last };
  });
