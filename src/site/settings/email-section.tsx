import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import { SecretField } from './secret-field.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import { TestButton } from './test-button.tsx';
import * as m from './words/messages.ts';

const ownFields = [
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_user',
  'smtp_password',
  'mail_from',
] as const;

/** The server that sends the site's emails, and the settings for mailings. */
export function EmailSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const client = useQueryClient();
  const { fixed, has_email_server } = settings;
  const isUnsaved = ownFields.some((name) => form.formState.dirtyFields[name]);
  async function test() {
    const { to, is_in_outbox } = await (await api.admin['test-email'].$post()).json();
    void client.invalidateQueries({ queryKey: queryKeys.admin.firstHour });
    return is_in_outbox ? m.test_email_is_in_the_outbox() : m.the_email_server_took_the_test({ to });
  }
  return (
    <SettingsSection id="email" title={common.email()} about={m.email_about()}>
      {!has_email_server && (
        <p className="text-muted">
          <RichText
            parts={m.emails_wait_in_outbox({
              link: (text) => (
                <Link to="/admin/outbox" className="font-semibold text-accent underline underline-offset-4">
                  {text}
                </Link>
              ),
            })}
          />
        </p>
      )}
      {fixed.smtp ? (
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {m.smtp_is_set_in_the_environment()}
        </p>
      ) : (
        <ServerFields form={form} settings={settings} />
      )}
      {fixed.mail_from ? (
        <Field
          label={m.sender()}
          hint={m.mail_from_is_set_in_the_environment()}
          readOnly
          value={settings.sender}
        />
      ) : (
        <Field label={m.sender()} hint={m.sender_hint()} {...inputOf(form, 'mail_from')} />
      )}
      {settings.mail_from === '' && !fixed.mail_from && (
        <p className="-mt-2 text-sm text-muted">{m.emails_leave_as({ sender: settings.sender })}</p>
      )}
      <TestButton label={m.send_me_a_test_email()} run={test} isUnsaved={isUnsaved} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.emails_per_minute()}
          type="number"
          min={1}
          step={1}
          hint={m.emails_per_minute_hint()}
          {...inputOf(form, 'mail_per_minute')}
        />
        <Field
          label={m.bounce_address()}
          type="email"
          hint={m.bounce_address_hint()}
          {...inputOf(form, 'bounce_address')}
        />
      </div>
    </SettingsSection>
  );
}

export const encryptions = () => [
  { value: 'starttls', label: m.encryption_starttls() },
  { value: 'tls', label: m.encryption_tls() },
  { value: 'none', label: m.encryption_none() },
];

/** The usual port for each encryption. */
const ports = new Map([
  ['tls', '465'],
  ['starttls', '587'],
]);

function ServerFields({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const [user, password] = useWatch({ control: form.control, name: ['smtp_user', 'smtp_password'] });
  const security = inputOf(form, 'smtp_security');
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={m.email_server()}
        hint={m.email_server_hint()}
        autoComplete="off"
        {...inputOf(form, 'smtp_host')}
      />
      <Field label={m.port()} type="number" min={1} max={65_535} step={1} {...inputOf(form, 'smtp_port')} />
      <Select
        label={m.encryption()}
        options={encryptions()}
        {...security}
        onChange={(event) => {
          void security.onChange(event);
          const port = ports.get(event.target.value);
          if (port && [...ports.values()].includes(form.getValues('smtp_port')))
            form.setValue('smtp_port', port, { shouldDirty: true });
        }}
      />
      <Field
        label={m.user_name()}
        hint={m.user_name_hint()}
        autoComplete="off"
        {...inputOf(form, 'smtp_user')}
      />
      {user !== '' && (
        <SecretField
          label={common.password()}
          state={settings.smtp_password}
          isTyped={password !== ''}
          {...inputOf(form, 'smtp_password')}
        />
      )}
    </div>
  );
}
