import { useWatch } from 'react-hook-form';
import type { OwnSite } from '#site/content/public/site-content.ts';
import { ImageField } from '#site/media/public/image-field.tsx';
import { IconChoices } from '#site/settings/public/icon-choices.tsx';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/forms/field.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import type { Track } from '#ui/saving/use-pending-work.ts';
import { AccentField } from './accent-field.tsx';
import type { SiteForm } from './site-form.ts';
import { logoTypes } from './site-words.ts';
import * as m from './words/messages.ts';

type Props = { form: SiteForm; saved: OwnSite['brand']; track: Track };

export function BrandSection({ form, saved, track }: Props) {
  const brand = useWatch({ control: form.control, name: 'brand' });
  const errors = form.formState.errors.brand;
  const isPicture = brand.site_logo_type === 'image';
  const chooseLogo = (type: 'icon' | 'image') =>
    form.setValue('brand.site_logo_type', type, { shouldDirty: true });
  const setPicture = (name: 'site_logo' | 'site_favicon', address: string) =>
    form.setValue(`brand.${name}`, address, { shouldDirty: true, shouldValidate: true });
  return (
    <SettingsSection id="brand" title={m.brand()} about={m.name_logo_and_color()}>
      <Field label={m.site_name()} {...form.register('brand.site_name')} error={errors?.site_name?.message} />
      <Field
        label={m.tagline()}
        hint={m.tagline_hint()}
        {...form.register('brand.site_tagline')}
        error={errors?.site_tagline?.message}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{m.logo()}</legend>
        <div className="flex gap-2">
          {logoTypes().map(({ value, label }) => (
            <Chip key={value} pressed={brand.site_logo_type === value} onClick={() => chooseLogo(value)}>
              {label}
            </Chip>
          ))}
        </div>
      </fieldset>
      {isPicture ? (
        <ImageField
          label={m.logo_picture()}
          name={form.register('brand.site_logo').name}
          folder="site"
          value={brand.site_logo}
          saved={saved.site_logo}
          onChange={(address) => setPicture('site_logo', address)}
          track={track}
          error={errors?.site_logo?.message}
        />
      ) : (
        <IconChoices
          chosen={brand.site_logo_icon}
          choose={(icon) => form.setValue('brand.site_logo_icon', icon, { shouldDirty: true })}
        />
      )}
      <div>
        <ImageField
          label={m.favicon()}
          name={form.register('brand.site_favicon').name}
          folder="site"
          value={brand.site_favicon}
          saved={saved.site_favicon}
          onChange={(address) => setPicture('site_favicon', address)}
          track={track}
          error={errors?.site_favicon?.message}
        />
        <p className="mt-1.5 text-[0.8125rem] text-muted">{m.favicon_hint()}</p>
      </div>
      <AccentField form={form} />
    </SettingsSection>
  );
}
