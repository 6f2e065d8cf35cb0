import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { limits } from '#constants';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { profileFields } from '#people/session/public/profile-fields.ts';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formatNumber } from '#ui/format.ts';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

const fields = z.object(profileFields);

export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useSchemaForm(fields, {
    display_name: profile.display_name ?? '',
    bio: profile.bio ?? '',
    email_notifications: profile.email_notifications,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: z.output<typeof fields>) => (await api.profile.$patch({ json })).json(),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.profile, saved);
      toast.success(m.profile_updated_successfully());
    },
    onError: () => toast.error(m.failed_to_update_profile()),
  });
  return (
    <form method="post" onSubmit={handleSubmit((values) => mutate(values))} className="space-y-5" noValidate>
      <Field label={common.email()} type="email" value={profile.email} readOnly className="opacity-80" />
      <Field
        label={m.display_name()}
        autoComplete="nickname"
        error={formState.errors.display_name?.message}
        {...register('display_name')}
      />
      <TextArea
        label={m.bio()}
        hint={m.up_to_count_characters({ count: formatNumber(limits.bio) })}
        error={formState.errors.bio?.message}
        {...register('bio')}
      />
      <label className="flex min-h-10 items-center gap-3">
        <input type="checkbox" className="size-4 accent-accent" {...register('email_notifications')} />
        {m.email_me_about_my_plan()}
      </label>
      <Button type="submit" disabled={isPending}>
        {isPending ? common.saving() : common.save_changes()}
      </Button>
    </form>
  );
}
