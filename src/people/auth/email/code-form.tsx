import { askAuth } from '#people/session/public/session.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import { codeFields } from '../public/credential-fields.ts';
import { SubmitButton } from '../sign-in/submit-button.tsx';
import * as m from '../words/messages.ts';

/** Asks for the six-digit code of an email. The page moves on once there is a session. */
export function CodeForm({ email, type, text }: { email: string; type: 'email' | 'signup'; text: string }) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(codeFields, { code: '' });
  const verify = handleSubmit(async ({ code }) => {
    const { error } = await askAuth((client) => client.verifyOtp({ email, token: code, type }));
    if (error) setError('code', { message: authErrorWords(error) }, { shouldFocus: true });
  });
  return (
    <form method="post" onSubmit={verify} className="space-y-5" noValidate>
      <p className="text-muted" role="status">
        <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong>: {text}
      </p>
      <Field
        label={m.code_from_the_email()}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <SubmitButton isBusy={formState.isSubmitting} label={common.sign_in()} busyLabel={m.signing_in()} />
    </form>
  );
}
