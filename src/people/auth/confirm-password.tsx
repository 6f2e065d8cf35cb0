import { openAuthClient, useSession } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { PasswordField } from './password-field.tsx';
import { authErrorWords } from './public/auth-error-words.ts';
import { passwordFields } from './public/credential-fields.ts';
import * as m from './words/messages.ts';

/** A sign-in that is no longer recent is proved once more. */
export function ConfirmPassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { email = '' } = useSession();
  const { register, handleSubmit, setError, formState } = useSchemaForm(passwordFields, { password: '' });
  const confirm = handleSubmit(async ({ password }) => {
    const client = await openAuthClient();
    const { error } = await client.signInWithPassword({ email, password });
    if (error) return setError('password', { message: authErrorWords(error) }, { shouldFocus: true });
    onDone();
  });
  return (
    <form method="post" onSubmit={confirm} className="space-y-5" noValidate>
      <p className="text-muted">{m.enter_your_password_to_go_on()}</p>
      <PasswordField
        label={common.password()}
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={formState.isSubmitting}>
          {common.continue_it()}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </form>
  );
}
