import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { anonymousDomain, limits } from '#constants';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { profileFields } from '#people/session/public/profile-fields.ts';
import { api, endOfSessionOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { asTyped } from '#platform/text/line-ends.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

const fields = z.object(profileFields);
const emails = [
  { name: 'email_notifications', label: m.email_me_about_my_plan },
  { name: 'email_replies', label: m.email_me_about_replies },
  { name: 'email_news', label: m.email_me_news_from_the_site },
  { name: 'weekly_digest', label: m.email_me_what_is_new_each_week },
] as const;

const toInputs = (profile: Profile): z.input<typeof fields> =>
  asTyped({
    display_name: profile.display_name ?? '',
    bio: profile.bio ?? '',
    email_notifications: profile.email_notifications,
    email_news: profile.email_news,
    weekly_digest: profile.weekly_digest,
    email_replies: profile.email_replies,
  });

export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const form = useSchemaForm(fields, toInputs(profile));
  const { register, handleSubmit, reset, formState } = form;
  const draft = useDraft(form, { key: 'profile', isUnversioned: true });
  const { dirtyFields } = formState;
  // Shows what was saved elsewhere, for example by the link in an email, except in fields that are being edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded profile is taken over.
  useEffect(() => {
    reset(toInputs(profile), { keepDirtyValues: true });
    draft.rebase(toInputs(profile));
  }, [profile, reset]);
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: z.output<typeof fields>) => {
      const json = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields));
      return (await api.profile.$patch({ json })).json();
    },
    onMutate: () => form.getValues(),
    onSuccess: (saved, _values, sent) => {
      draft.saved(toInputs(saved), sent);
      showSaved(client, queryKeys.profile, saved);
      toast.success(m.profile_updated_successfully());
    },
    onError: (error) => toast.error(endOfSessionOr(error, m.failed_to_update_profile())),
  });
  return (
    <form method="post" onSubmit={handleSubmit((values) => mutate(values))} className="space-y-5" noValidate>
      <DraftNotice draft={draft} isOwn />
      <Field
        label={common.email()}
        type="email"
        value={profile.email.endsWith(`@${anonymousDomain}`) ? common.guest() : profile.email}
        readOnly
        className="opacity-80"
      />
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
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">{m.emails_you_get()}</legend>
        {emails.map(({ name, label }) => (
          <label key={name} className="flex min-h-10 items-center gap-3">
            <input type="checkbox" className="size-4 accent-accent" {...register(name)} />
            {label()}
          </label>
        ))}
      </fieldset>
      <Button type="submit" disabled={isPending}>
        {isPending ? common.saving() : common.save_changes()}
      </Button>
    </form>
  );
}
