import { useWatch } from 'react-hook-form';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { type ProviderKind, providerKinds } from './public/provider-settings.ts';
import { SecretField } from './secret-field.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

type Props = { form: SettingsForm; settings: AdminSettings };
const labels: Record<ProviderKind, () => string> = {
  google: () => m.sign_in_with({ name: 'Google' }),
  github: () => m.sign_in_with({ name: 'GitHub' }),
  microsoft: () => m.sign_in_with({ name: 'Microsoft' }),
  oidc: m.sign_in_with_another_provider,
};

/** Other sign-in providers, and the site's keys for each. */
export function ProvidersSection({ form, settings }: Props) {
  return (
    <SettingsSection id="providers" title={m.other_providers()} about={m.other_providers_hint()}>
      <Field
        label={m.callback_url()}
        hint={m.callback_url_hint()}
        value={settings.sign_in_callback_url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      {providerKinds.map((kind) => (
        <Provider key={kind} kind={kind} form={form} settings={settings} />
      ))}
    </SettingsSection>
  );
}

function Provider({ kind, form, settings }: Props & { kind: ProviderKind }) {
  const [isOn, secret] = useWatch({
    control: form.control,
    name: [`${kind}_sign_in`, `${kind}_client_secret`],
  });
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">{labels[kind]()}</legend>
      <Checkbox
        label={labels[kind]()}
        hint={kind === 'microsoft' ? m.microsoft_hint() : undefined}
        {...inputOf(form, `${kind}_sign_in`)}
      />
      {isOn && (
        <div className="grid gap-5 sm:grid-cols-2">
          {kind === 'oidc' && (
            <>
              <Field label={m.name_on_the_button()} {...inputOf(form, 'oidc_name')} />
              <Field label={m.issuer()} hint={m.issuer_hint()} {...inputOf(form, 'oidc_issuer')} />
            </>
          )}
          <Field label={m.client_id()} autoComplete="off" {...inputOf(form, `${kind}_client_id`)} />
          <SecretField
            label={m.client_secret()}
            state={settings[`${kind}_client_secret`]}
            isTyped={secret !== ''}
            {...inputOf(form, `${kind}_client_secret`)}
          />
          {kind === 'microsoft' && (
            <Field label={m.tenant()} hint={m.tenant_hint()} {...inputOf(form, 'microsoft_tenant')} />
          )}
        </div>
      )}
    </fieldset>
  );
}
