import { changePasswordFields } from '#people/auth/public/credential-fields.ts';
import { openAuthClient } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';

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
      return setError(field, { message: error.message }, { shouldFocus: true });
    }
    reset();
    toast.success('Password updated successfully');
  });

  return (
    <form method="post" onSubmit={change} className="space-y-5" noValidate>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.current?.message}
        {...register('current')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="Must be at least 6 characters"
        required
        error={errors.password?.message}
        {...register('password', { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
      />
      <Field
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <Button type="submit" variant="secondary" disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Change password'}
      </Button>
    </form>
  );
}
