import { Outlet } from 'react-router';
import { SavedValues } from '#library/blanks/public/saved-values.tsx';
import type { SettingsSections } from '#people/members/public/settings-sections.ts';
import { LanguageSwitch } from '#site/language/public/language-switch.tsx';

/** Hands the settings page the sections of what lies above it. */
const sections: SettingsSections = [
  { title: 'Language', content: <LanguageSwitch className="text-muted" /> },
  { title: 'Remembered values', content: <SavedValues /> },
];

export default function SettingsLayout() {
  return <Outlet context={sections} />;
}
