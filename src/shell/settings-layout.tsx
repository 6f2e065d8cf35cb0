import { Outlet } from 'react-router';
import { SavedValues } from '#library/blanks/public/saved-values.tsx';
import type { SettingsSections } from '#people/members/public/settings-sections.ts';

/** Hands the settings page the sections of what lies above it. */
const sections: SettingsSections = [{ title: 'Remembered values', content: <SavedValues /> }];

export default function SettingsLayout() {
  return <Outlet context={sections} />;
}
