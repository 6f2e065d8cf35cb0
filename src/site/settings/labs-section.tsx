import { defaultTimeZone } from '#constants';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Select } from '#ui/forms/select.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

/** Experimental features, and the time zone of the figures. */
export function LabsSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const zones = new Set([defaultTimeZone, settings.time_zone, ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SettingsSection id="labs" title={m.labs()} about={m.labs_about()}>
      <Checkbox
        label={m.labs_analytics()}
        hint={m.labs_analytics_hint()}
        {...inputOf(form, 'labs_analytics')}
      />
      <Select
        label={m.time_zone()}
        hint={m.time_zone_hint()}
        options={[...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        {...inputOf(form, 'time_zone')}
      />
    </SettingsSection>
  );
}
