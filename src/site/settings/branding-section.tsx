import { useWatch } from 'react-hook-form';
import { isStored } from '#site/media/public/media-address.ts';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/forms/field.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { LogoMark } from '#ui/logo-mark.tsx';
import * as common from '#ui/words/messages.ts';
import { IconChoices } from './public/icon-choices.tsx';
import { settingsFields } from './settings-fields.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

export const logoTypes = () => [
  { value: 'icon' as const, label: m.icon() },
  { value: 'image' as const, label: m.image_url() },
];

export function BrandingSection({ form }: { form: SettingsForm }) {
  const [site_name, site_logo, site_logo_type, site_logo_icon] = useWatch({
    control: form.control,
    name: ['site_name', 'site_logo', 'site_logo_type', 'site_logo_icon'],
  });
  // An incomplete URL isn't requested.
  const logo = settingsFields.site_logo.safeParse(site_logo).success ? site_logo : '';
  const choose: typeof form.setValue = (name, value) => form.setValue(name, value, { shouldDirty: true });
  return (
    <SettingsSection id="branding" title={m.branding()}>
      <div>
        <p className="mb-1.5 text-sm font-semibold">{common.preview()}</p>
        <div className="flex min-h-16 items-center gap-3 rounded-md border border-line bg-paper px-5">
          <LogoMark
            settings={{ site_logo: logo, site_logo_type, site_logo_icon }}
            ratio={isStored(logo, 'site') ? 'shown' : undefined}
          />
          <span className="font-serif text-xl font-medium [overflow-wrap:anywhere]">{site_name}</span>
        </div>
      </div>
      <Field label={m.site_name()} {...inputOf(form, 'site_name')} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{m.logo_type()}</legend>
        <div className="flex gap-2">
          {logoTypes().map(({ value, label }) => (
            <Chip
              key={value}
              pressed={site_logo_type === value}
              onClick={() => choose('site_logo_type', value)}
            >
              {label}
            </Chip>
          ))}
        </div>
      </fieldset>
      {site_logo_type === 'icon' ? (
        <IconChoices chosen={site_logo_icon} choose={(icon) => choose('site_logo_icon', icon)} />
      ) : (
        <Field label={m.logo_image_url()} placeholder="https://…" {...inputOf(form, 'site_logo')} />
      )}
      <Field label={m.support_email()} type="email" {...inputOf(form, 'support_email')} />
    </SettingsSection>
  );
}
