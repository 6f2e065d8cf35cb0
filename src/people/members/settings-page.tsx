import type { ReactNode } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { DeleteAccount, ExportData, SignOutEverywhere } from './account-actions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';

export const meta = () => privateMeta('Settings');

export default function SettingsPage() {
  const { profile } = useSession();
  return (
    <div className="max-w-3xl">
      <h1 className="mb-8 text-3xl">Account settings</h1>
      <Part title="Profile">{profile && <ProfileForm key={profile.id} profile={profile} />}</Part>
      <Part title="Password">
        <PasswordForm />
      </Part>
      <Part title="Sessions">
        <SignOutEverywhere />
      </Part>
      <Part title="Your data">
        <ExportData />
      </Part>
      <Part title="Delete account">
        <DeleteAccount />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 md:grid-cols-[11rem_1fr]">
      <h2 className="text-xl">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
