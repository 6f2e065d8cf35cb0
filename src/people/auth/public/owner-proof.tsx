import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { askAuth, useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { authErrorWords } from './auth-error-words.ts';
import { proofFields } from './credential-fields.ts';

/** The field with which an account's owner proves who they are: their password or, without one, a code by email. */
export function useOwnerProof() {
  const { email } = useSession();
  const profile = useProfile();
  const isTrial = email === common.guest();
  const kind = isTrial ? 'nothing' : profile?.has_password === false ? 'code' : 'password';
  const form = useSchemaForm(proofFields[kind], { proof: '' });
  return {
    ...form,
    kind,
    /** Whether the code is needed and still empty. */
    isMissing: kind === 'code' && form.watch('proof') === '',
    /** The proof in the API's format. */
    proofOf: ({ proof }: { proof: string }) =>
      kind === 'password' ? { password: proof } : kind === 'code' ? { nonce: proof } : {},
    refuse: () =>
      form.setError(
        'proof',
        { message: kind === 'code' ? m.incorrect_code() : m.incorrect_password() },
        { shouldFocus: true },
      ),
  };
}

export function OwnerProofField({ form }: { form: ReturnType<typeof useOwnerProof> }) {
  const { kind, register, formState } = form;
  const error = formState.errors.proof?.message;
  if (kind === 'nothing') return null;
  if (kind === 'code') return <EmailedCode field={register('proof')} error={error} />;
  return (
    <Field
      label={common.password()}
      type="password"
      autoComplete="current-password"
      required
      error={error}
      {...register('proof')}
    />
  );
}

type CodeProps = {
  field: ReturnType<ReturnType<typeof useOwnerProof>['register']>;
  error: string | undefined;
};

function EmailedCode({ field, error }: CodeProps) {
  const { email = '' } = useSession();
  const [isSent, setIsSent] = useState(false);
  const { mutate: send, isPending: isBusy } = useMutation({
    async mutationFn() {
      const { error: problem } = await askAuth((client) => client.reauthenticate());
      if (problem) return toast.error(authErrorWords(problem));
      if (isSent) toast.success(m.we_sent_a_new_code());
      setIsSent(true);
    },
  });
  if (!isSent)
    return (
      <div>
        <p className="mb-4 text-muted">{m.we_confirm_it_by_a_code({ email })}</p>
        <Button variant="secondary" disabled={isBusy} onClick={() => send()}>
          {isBusy ? m.sending() : m.email_me_a_code()}
        </Button>
      </div>
    );
  return (
    <>
      <Field
        label={m.code_from_the_email()}
        hint={m.we_sent_a_code({ email })}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        error={error}
        {...field}
      />
      <Button variant="quiet" disabled={isBusy} onClick={() => send()}>
        {isBusy ? m.sending() : m.send_a_new_code()}
      </Button>
    </>
  );
}
