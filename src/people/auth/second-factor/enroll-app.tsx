import { useEffect, useState } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { CopyButton } from '#ui/overlays/copy-button.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import { ConfirmOwner } from '../public/confirm-owner.tsx';
import { codeFields } from '../public/credential-fields.ts';
import * as m from '../words/messages.ts';

type Prepared = { id: string; picture: string; secret: string };

/** Adds an authenticator app: shows a QR code, and asks for the first code as proof. */
export function EnrollApp({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [prepared, setPrepared] = useState<Prepared>();
  const [problem, setProblem] = useState<string>();
  const [asksProof, setAsksProof] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once that was proved, or after a failure.
  useEffect(() => {
    let isOver = false;
    async function prepare() {
      const { data, error } = await askAuth((client) => client.mfa.enroll({ factorType: 'totp' }));
      if (isOver) return;
      if (error?.code === 'reauthentication_needed') return setAsksProof(true);
      if (error) return setProblem(authErrorWords(error));
      setPrepared({ id: data.id, picture: data.totp.qr_code, secret: data.totp.secret });
    }
    void prepare();
    return () => {
      isOver = true;
    };
  }, [attempt]);

  if (problem)
    return (
      <>
        <p role="alert" className="mb-4 text-signal">
          {problem}
        </p>
        <div className="flex flex-wrap gap-3">
          <TryAgain
            autoFocus
            retry={() => {
              setProblem(undefined);
              setAttempt(attempt + 1);
            }}
          />
          <Button variant="secondary" onClick={onCancel}>
            {common.cancel()}
          </Button>
        </div>
      </>
    );
  if (asksProof && !prepared)
    return (
      <ConfirmOwner
        onCancel={onCancel}
        onDone={() => {
          setAsksProof(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  if (!prepared) return <div className="skeleton h-72" role="status" aria-label={common.loading()} />;
  return <FirstCode prepared={prepared} onDone={onDone} onCancel={onCancel} />;
}

function FirstCode({
  prepared,
  onDone,
  onCancel,
}: {
  prepared: Prepared;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(codeFields, { code: '' });
  const verify = handleSubmit(async ({ code }) => {
    const { error } = await askAuth((client) =>
      client.mfa.challengeAndVerify({ factorId: prepared.id, code }),
    );
    if (error) return setError('code', { message: authErrorWords(error) }, { shouldFocus: true });
    onDone();
  });
  return (
    <form method="post" onSubmit={verify} className="space-y-5" noValidate>
      <p className="text-muted">{m.scan_this_with_your_app()}</p>
      <img
        src={prepared.picture}
        alt={m.picture_for_your_app()}
        className="size-48 rounded-md border border-line bg-white"
      />
      <p className="text-sm text-muted">
        <RichText
          parts={m.or_type_key({
            key: prepared.secret,
            code: (text) => <code className="font-mono text-ink break-all">{text}</code>,
          })}
        />
      </p>
      {/* Nobody can scan what the phone itself shows. */}
      <CopyButton
        text={prepared.secret}
        label={m.copy_the_key()}
        failure={common.your_browser_blocked_copying()}
        variant="secondary"
        size="small"
      />
      <Field
        label={m.code_from_your_app()}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? m.checking() : m.turn_two_factor_on()}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </form>
  );
}
