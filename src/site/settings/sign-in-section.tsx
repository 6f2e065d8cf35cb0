import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { retention } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { emailAddress } from '#platform/contract/contract-fields.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

/** Leaving the empty field is not an error: it is one of many on the page. */
const inviteFields = z.object({ email: z.string().trim().pipe(z.literal('').or(emailAddress)) });

function Invite({ hasEmailServer }: { hasEmailServer: boolean }) {
  const { register, handleSubmit, getValues, reset, formState, control } = useSchemaForm(inviteFields, {
    email: '',
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (to: string) => api.admin.invitations.$post({ json: { email: to } }),
    onSuccess: (_answer, to) => {
      if (hasEmailServer) toast.success(m.invitation_sent());
      else toast.warning(m.invitation_is_in_the_outbox());
      // Keeps the next address, which was typed meanwhile.
      if (getValues('email').trim() === to) reset();
    },
    onError: toastError,
  });
  const canSend = useWatch({ control, name: 'email' }).trim() !== '' && !isPending;
  const send = handleSubmit(({ email }) => mutate(email));
  return (
    <div className="flex items-start gap-3">
      <Field
        className="grow"
        label={m.invite_by_email()}
        type="email"
        error={formState.errors.email?.message}
        {...register('email')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter sends the invitation, not the surrounding settings form.
          event.preventDefault();
          if (canSend) void send();
        }}
      />
      <Button
        className="mt-[1.625rem] min-h-11"
        variant="secondary"
        disabled={!canSend}
        onClick={() => void send()}
      >
        {isPending ? m.sending_invitation() : m.send_invitation()}
      </Button>
    </div>
  );
}

export const signupModes = () => [
  { value: 'open', label: m.signup_open() },
  { value: 'invite', label: m.signup_invite() },
  { value: 'closed', label: m.signup_closed() },
];

/** The settings for sign-up and sign-in. */
export function SignInSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const modes = signupModes();
  const { signup, signup_is_fixed, has_email_server } = settings;
  return (
    <SettingsSection id="accounts" title={m.accounts_and_sign_in()}>
      <Select
        label={m.who_can_sign_up()}
        options={signup_is_fixed ? modes.filter(({ value }) => value === signup) : modes}
        hint={signup_is_fixed ? m.signup_is_set_in_the_environment() : m.signup_hint()}
        {...inputOf(form, 'signup')}
      />
      <Field
        label={m.allowed_domains()}
        hint={m.allowed_domains_hint()}
        {...inputOf(form, 'signup_domains')}
      />
      <Checkbox
        label={m.let_visitors_try_it()}
        hint={m.let_visitors_try_it_hint()}
        {...inputOf(form, 'anonymous_sign_in')}
      />
      {signup !== 'open' && <Invite hasEmailServer={has_email_server} />}
      <fieldset className="space-y-4">
        <legend className="mb-1.5 text-sm font-semibold">{m.by_email()}</legend>
        <Checkbox
          label={m.confirm_email_at_sign_up()}
          hint={m.confirm_email_hint()}
          {...inputOf(form, 'confirm_email')}
        />
        <Checkbox
          label={m.let_members_sign_in_by_email()}
          hint={m.email_sign_in_hint()}
          {...inputOf(form, 'email_sign_in')}
        />
      </fieldset>
      <fieldset className="space-y-4">
        <legend className="mb-1.5 text-sm font-semibold">{m.passkeys()}</legend>
        <Checkbox
          label={m.let_members_use_passkeys()}
          hint={m.let_members_use_passkeys_hint()}
          {...inputOf(form, 'passkeys')}
        />
      </fieldset>
      <fieldset className="space-y-4">
        <legend className="mb-1.5 text-sm font-semibold">{m.security()}</legend>
        <Checkbox
          label={m.two_factor_for_admins()}
          hint={m.two_factor_for_admins_hint()}
          {...inputOf(form, 'second_factor_for_admins')}
        />
        <Checkbox
          label={m.email_about_new_devices()}
          hint={m.email_about_new_devices_hint()}
          {...inputOf(form, 'new_device_email')}
        />
        <Checkbox
          label={m.refuse_common_passwords()}
          hint={m.refuse_common_passwords_hint()}
          {...inputOf(form, 'refuse_common_passwords')}
        />
        <Checkbox
          label={m.ask_about_leaked_passwords()}
          hint={m.ask_about_leaked_passwords_hint()}
          {...inputOf(form, 'ask_about_leaked_passwords')}
        />
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.sign_out_after_days_unused()}
          type="number"
          min={0}
          step={1}
          hint={m.zero_means_days({ days: retention.session })}
          {...inputOf(form, 'session_idle_days')}
        />
        <Field
          label={m.sign_out_after_days()}
          type="number"
          min={0}
          step={1}
          hint={m.zero_means_no_limit()}
          {...inputOf(form, 'session_days')}
        />
      </div>
    </SettingsSection>
  );
}
