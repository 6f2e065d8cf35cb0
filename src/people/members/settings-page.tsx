import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { EmailAddressForm } from '#people/auth/public/email-address-form.tsx';
import { profileQuery } from '#people/session/public/profile-query.ts';
import { useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { SettingsSection, SettingsSections } from '#ui/forms/settings-section.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { DeleteAccount, ExportData, SignOutEverywhere } from './account-actions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import type { MoreSections } from './public/settings-sections.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.settings);

export default function SettingsPage() {
  // Without an address, a password is of no use, and nothing leads back after signing out.
  const isGuest = useSession().email === common.guest();
  return (
    <>
      <h1 className="mb-8 text-3xl">{m.account_settings()}</h1>
      <SettingsSections>
        <SettingsSection id="profile" title={m.profile()}>
          <Profile />
        </SettingsSection>
        <SettingsSection id="email" title={m.email_address()}>
          <EmailAddressForm />
        </SettingsSection>
        {!isGuest && (
          <SettingsSection id="password" title={common.password()}>
            <PasswordForm />
          </SettingsSection>
        )}
        <SettingsSection id="sessions" title={m.sessions()}>
          <p className="mb-4 text-muted">{m.see_your_devices_and_two_factor()}</p>
          <ButtonLink to="/settings/sessions" variant="secondary">
            {m.sign_in_and_security()}
          </ButtonLink>
          {!isGuest && (
            <div className="mt-6">
              <SignOutEverywhere />
            </div>
          )}
        </SettingsSection>
        {useOutletContext<MoreSections>().map(({ id, title, content }) => (
          <SettingsSection key={id} id={id} title={title}>
            {content}
          </SettingsSection>
        ))}
        <SettingsSection id="data" title={m.your_data()}>
          <ExportData />
        </SettingsSection>
        <SettingsSection id="delete" title={m.delete_account()}>
          <DeleteAccount />
        </SettingsSection>
      </SettingsSections>
    </>
  );
}

/** The height of the form with a short bio, so that the sections below don't move. */
const formHeight = 'min-h-[37rem] max-md:min-h-[37.25rem]';

function Profile() {
  const { data: profile, isError, refetch } = useQuery(profileQuery);
  if (profile) return <ProfileForm key={profile.id} profile={profile} />;
  if (!isError)
    return <div className={`skeleton ${formHeight}`} role="status" aria-label={common.loading()} />;
  return (
    <div className={formHeight}>
      <p className="mb-4">{m.your_profile_couldnt_be_loaded()}</p>
      <TryAgain retry={refetch} />
    </div>
  );
}
