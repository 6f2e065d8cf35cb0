import { type FormEvent, useState } from 'react';
import { limits } from '#constants';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { useSession } from '#people/session/public/session.tsx';
import { api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';

export function ProfileForm({ profile }: { profile: Profile }) {
  const { reloadProfile } = useSession();
  const [isBusy, setIsBusy] = useState(false);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const json = {
      display_name: String(values.get('display_name')),
      bio: String(values.get('bio')),
      email_notifications: values.has('email_notifications'),
    };
    setIsBusy(true);
    try {
      await api.profile.$patch({ json });
      await reloadProfile();
      toast.success('Profile updated successfully');
    } catch {
      toast.error('Failed to update profile');
    }
    setIsBusy(false);
  }

  return (
    <form onSubmit={(event) => void save(event)} className="space-y-5">
      <Field label="Email" type="email" value={profile.email} readOnly className="opacity-80" />
      <Field
        label="Display name"
        name="display_name"
        autoComplete="nickname"
        defaultValue={profile.display_name ?? ''}
        maxLength={limits.displayName}
      />
      <TextArea
        label="Bio"
        name="bio"
        defaultValue={profile.bio ?? ''}
        maxLength={limits.bio}
        hint={`At most ${limits.bio.toLocaleString('en-US')} characters`}
      />
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          name="email_notifications"
          className="size-4 accent-accent"
          defaultChecked={profile.email_notifications}
        />
        Tell me by mail what happens to my plan
      </label>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  );
}
