import { useEffect, useRef } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import { resetRequestFields } from '../public/credential-fields.ts';
import * as m from '../words/messages.ts';
import { AuthCard, textLink } from './auth-card.tsx';
import { SubmitButton } from './submit-button.tsx';

type ResetProps = { email: string; onBack: (email: string) => void; onSent: (email: string) => void };

/** Requests an email with a link to choose a new password. */
export function ResetForm({ email: typed, onBack, onSent }: ResetProps) {
  const { register, handleSubmit, setError, formState, getValues } = useSchemaForm(resetRequestFields, {
    email: typed,
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ email }) => {
    const { error } = await askAuth((client) =>
      client.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password` }),
    );
    if (error) return setError('root', { message: authErrorWords(error) });
    onSent(email);
  });

  return (
    <AuthCard
      title={m.reset_password()}
      problem={errors.root?.message}
      foot={
        <button type="button" className={textLink} onClick={() => onBack(getValues('email'))}>
          {m.back_to_sign_in_2()}
        </button>
      }
    >
      <form method="post" onSubmit={send} className="space-y-5" noValidate>
        <p className="text-muted">{m.reset_about()}</p>
        <Field
          label={common.email()}
          type="email"
          autoComplete="email"
          required
          autoFocus
          error={errors.email?.message}
          {...register('email')}
        />
        <SubmitButton isBusy={isSubmitting} label={m.send_reset_link()} busyLabel={m.sending()} />
      </form>
    </AuthCard>
  );
}

export function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <AuthCard title={m.check_your_email()}>
        <p className="text-muted">
          <RichText
            parts={m.reset_link_sent({
              email,
              strong: (text) => <strong className="text-ink [overflow-wrap:anywhere]">{text}</strong>,
            })}
          />
        </p>
        <Button variant="secondary" className="mt-7" onClick={onBack}>
          {m.back_to_sign_in_2()}
        </Button>
      </AuthCard>
    </div>
  );
}
