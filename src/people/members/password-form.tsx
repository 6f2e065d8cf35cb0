import { type FormEvent, useState } from 'react';
import { minimumPasswordLength } from '#constants';
import { openAuthClient } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toasts.tsx';

/** A new password ends all other sessions of the account. */
export function PasswordForm() {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const read = (name: string) => String(new FormData(form).get(name));
    const password = read('password');
    if (password !== read('confirmation')) return setProblem('Passwords do not match');
    if (password.length < minimumPasswordLength) return setProblem('Password must be at least 6 characters');
    setProblem(undefined);
    setIsBusy(true);
    const client = await openAuthClient();
    const { error } = await client.updateUser({ password, current_password: read('current') });
    setIsBusy(false);
    if (error) return setProblem(error.message);
    form.reset();
    toast.success('Password updated successfully');
  }

  return (
    <form onSubmit={(event) => void change(event)} className="space-y-5" noValidate>
      <Field
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
      />
      <Field label="New password" name="password" type="password" autoComplete="new-password" required />
      <Field
        label="Confirm new password"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        error={problem}
        required
      />
      <Button type="submit" variant="secondary" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Change password'}
      </Button>
    </form>
  );
}
