import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authErrorWords } from '#people/auth/public/auth-error-words.ts';
import { ProvedForm } from '#people/auth/public/confirm-owner.tsx';
import { changePasswordFields, resetPasswordFields } from '#people/auth/public/credential-fields.ts';
import { askAuth } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** Changing the password ends all of the account's other sessions. */
export function PasswordForm() {
  const profile = useProfile();
  return profile?.has_password === false ? <FirstPassword /> : <NextPassword />;
}

function NextPassword() {
  const { register, handleSubmit, setError, reset, formState } = useSchemaForm(changePasswordFields, {
    current: '',
    password: '',
    confirmation: '',
  });
  const { errors, isSubmitting, touchedFields } = formState;

  const change = handleSubmit(async ({ current, password }) => {
    const { error } = await askAuth((client) => client.updateUser({ password, current_password: current }));
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
      <NewPasswordFields
        password={register('password', { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Button type="submit" variant="secondary" disabled={isSubmitting}>
        {isSubmitting ? common.saving() : m.change_password()}
      </Button>
    </form>
  );
}

/** For an account without a password, opened by a provider, a passkey or a link. */
function FirstPassword() {
  const queries = useQueryClient();
  const [isProofAsked, setIsProofAsked] = useState(false);
  const { register, handleSubmit, setError, formState } = useSchemaForm(resetPasswordFields, {
    password: '',
    confirmation: '',
  });
  const { errors, isSubmitting, touchedFields } = formState;
  const set = handleSubmit(async ({ password }) => {
    const { error } = await askAuth((client) => client.updateUser({ password }));
    if (error?.code === 'reauthentication_needed') return setIsProofAsked(true);
    if (error) return setError('password', { message: authErrorWords(error) }, { shouldFocus: true });
    toast.success(common.password_updated_successfully());
    await queries.invalidateQueries({ queryKey: queryKeys.profile });
  });
  return (
    <ProvedForm isProofAsked={isProofAsked} setIsProofAsked={setIsProofAsked} send={set}>
      <form method="post" onSubmit={set} className="space-y-5" noValidate>
        <p className="text-muted">{m.no_password_about()}</p>
        <NewPasswordFields
          password={register('password', { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
          confirmation={register('confirmation')}
          errors={errors}
        />
        <Button type="submit" variant="secondary" disabled={isSubmitting}>
          {isSubmitting ? common.saving() : m.set_password()}
        </Button>
      </form>
    </ProvedForm>
  );
}

type Registered = ReturnType<ReturnType<typeof useSchemaForm<typeof resetPasswordFields>>['register']>;
type Problem = { message?: string | undefined } | undefined;
type FieldsProps = {
  password: Registered;
  confirmation: Registered;
  errors: { password?: Problem; confirmation?: Problem };
};

const NewPasswordFields = ({ password, confirmation, errors }: FieldsProps) => (
  <>
    <Field
      label={common.new_password()}
      type="password"
      autoComplete="new-password"
      hint={common.must_be_at_least_6_characters()}
      required
      error={errors.password?.message}
      {...password}
    />
    <Field
      label={m.confirm_new_password()}
      type="password"
      autoComplete="new-password"
      required
      error={errors.confirmation?.message}
      {...confirmation}
    />
  </>
);
