import { authErrorWords } from '#people/auth/public/auth-error-words.ts';
import { changePasswordFields } from '#people/auth/public/credential-fields.ts';
import { openAuthClient } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** A new password ends all other sessions of the account. */
export function PasswordForm() {
  const { register, handleSubmit, setError, reset, formState } = useSchemaForm(changePasswordFields, {
    current: '',
    password: '',
    confirmation: '',
  });
  const { errors, isSubmitting, touchedFields } = formState;

  const change = handleSubmit(async ({ current, password }) => {
    const client = await openAuthClient();
    const { error } = await client.updateUser({ password, current_password: current });
    if (error) {
      const field = error.code === 'invalid_credentials' ? 'current' : 'password';
      return setError(field, { message: authErrorWords(error) }, { shouldFocus: true });
    }
    reset();
    toast.success(common.password_updated_successfully());
  });

  return (
    <form method="post" onSubmit={change} className="space-y-5" noValidate>
      <Field
        label={m.current_password()}
        type="password"
        autoComplete="current-password"
        required
        error={errors.current?.message}
        {...register('current')}
      />
      <Field
        label={common.new_password()}
        type="password"
        autoComplete="new-password"
        hint={common.must_be_at_least_6_characters()}
        required
        error={errors.password?.message}
        {...register('password', { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
      />
      <Field
        label={m.confirm_new_password()}
        type="password"
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <Button type="submit" variant="secondary" disabled={isSubmitting}>
        {isSubmitting ? common.saving() : m.change_password()}
      </Button>
    </form>
  );
}
