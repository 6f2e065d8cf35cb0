import { Outlet } from 'react-router';
import { SavedValues } from '#library/blanks/public/saved-values.tsx';
import type { SettingsSections } from '#people/members/public/settings-sections.ts';
import { LanguageSwitch } from '#site/language/public/language-switch.tsx';
import * as m from './words/messages.ts';

/** Hands the settings page the sections of what lies above it. */
const sections: SettingsSections = [
  {
    get title() {
      return m.language();
    },
    content: <LanguageSwitch className="text-muted" />,
  },
  {
    get title() {
      return m.remembered_values();
    },
    content: <SavedValues />,
  },
];

export default function SettingsLayout() {
  return <Outlet context={sections} />;
}
