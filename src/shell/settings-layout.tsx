import { Outlet } from 'react-router';
import { SavedValues } from '#library/blanks/public/saved-values.tsx';
import type { MoreSections } from '#people/members/public/settings-sections.ts';
import { LanguageSwitch } from '#site/language/public/language-switch.tsx';
import { ButtonLink } from '#ui/button.tsx';
import * as m from './words/messages.ts';

/** Passes the settings page sections from other features. */
const sections: MoreSections = [
  {
    id: 'language',
    get title() {
      return m.language();
    },
    content: <LanguageSwitch className="text-muted" />,
  },
  {
    id: 'values',
    get title() {
      return m.remembered_values();
    },
    content: <SavedValues />,
  },
  {
    id: 'assistant',
    get title() {
      return m.connect_your_assistant();
    },
    content: (
      <>
        <p className="mb-4 text-muted">{m.use_the_library_in_your_assistant()}</p>
        <ButtonLink to="/settings/connect" variant="secondary">
          {m.connect_your_assistant()}
        </ButtonLink>
      </>
    ),
  },
  {
    id: 'keys',
    get title() {
      return m.api_keys();
    },
    content: (
      <>
        <p className="mb-4 text-muted">{m.your_own_programs_use_the_library()}</p>
        <ButtonLink to="/settings/keys" variant="secondary">
          {m.manage_api_keys()}
        </ButtonLink>
      </>
    ),
  },
];

export default function SettingsLayout() {
  return <Outlet context={sections} />;
}
