import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import type { OwnSite } from '#site/content/public/site-content.ts';
import { SettingsFrame } from '#site/settings/public/settings-frame.tsx';
import { showSettingsRefusal } from '#site/settings/public/settings-refusal.ts';
import { Button } from '#ui/button.tsx';
import { SettingsSections } from '#ui/forms/settings-section.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useConflict } from '#ui/saving/use-conflict.ts';
import { typedSince, useDraft } from '#ui/saving/use-draft.ts';
import { usePendingWork } from '#ui/saving/use-pending-work.ts';
import { useUnanswered } from '#ui/saving/use-unanswered.ts';
import { useReload } from '#ui/use-reload.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import { BrandSection } from './brand-section.tsx';
import { ContentSections } from './content-sections.tsx';
import { siteForm, toInputs } from './site-form.ts';
import { SitePreview } from './site-preview.tsx';
import { fieldLabels, fieldWords } from './site-words.ts';

export const meta = privateMeta(common.site);

const siteQuery = {
  queryKey: queryKeys.admin.site,
  queryFn: async () => (await api.admin.site.$get()).json(),
};

export default function SitePage() {
  return (
    <SettingsFrame title={common.site()} query={siteQuery}>
      {(site) => <EditedSite site={site} />}
    </SettingsFrame>
  );
}

function EditedSite({ site }: { site: OwnSite }) {
  const client = useQueryClient();
  const reload = useReload();
  const form = useSchemaForm(siteForm, toInputs(site));
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const uploads = usePendingWork();
  const draft = useDraft(form, { key: 'site-content', isUnversioned: true, hasSections: true });
  const sent = useRef(form.getValues());
  const unanswered = useUnanswered();
  /** The site's data that the form started from. */
  const loaded = useRef<OwnSite>(site);
  const { isDirty } = form.formState;
  type Change = Parameters<typeof api.admin.site.$put>[0]['json'];
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: Change) => (await api.admin.site.$put({ json })).json(),
    async onSuccess(saved) {
      unanswered.clear();
      loaded.current = saved;
      showSaved(client, siteQuery.queryKey, saved);
      draft.saved(toInputs(saved), sent.current);
      toast.success(common.settings_saved_successfully());
      await reload();
    },
    async onError(error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      const current = isConflict ? await siteQuery.queryFn().catch(() => undefined) : undefined;
      if (current) return conflict.merge(current, unanswered.all());
      unanswered.failed(sent.current, error);
      showSettingsRefusal(form, error);
    },
  });
  // Sends only the changed fields, because another owner may be changing others.
  const send = form.handleSubmit(({ brand, ...parts }) => {
    sent.current = structuredClone(form.getValues());
    const typed = typedSince(form, draft.kept.base);
    const { brand: brandBefore, ...before } = loaded.current;
    const look = Object.entries(brand).filter(([name, value]) => value !== Object(brandBefore)[name]);
    const change: Change = {
      ...Object.fromEntries(Object.entries(parts).filter(([part]) => typed.includes(part))),
      ...(typed.includes('brand') && { brand: Object.fromEntries(look) }),
    };
    const expected = Object.entries({ ...before, ...brandBefore }).filter(
      ([name]) => name in change || name in (change.brand ?? {}),
    );
    mutate({ ...change, expected: Object.fromEntries(expected) });
  });
  const conflict = useConflict({
    form,
    draft,
    toInputs,
    rebase(current: OwnSite) {
      loaded.current = current;
      draft.rebase(toInputs(current));
    },
    save: send,
  });
  const save = async () => {
    if (await uploads.settled()) await send();
  };
  return (
    <SettingsSections beside={<SitePreview form={form} site={site} />}>
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <UnsavedGuard isDirty={isDirty} discard={draft.forget} />
        <DraftNotice draft={draft} />
        <BrandSection form={form} saved={site.brand} track={uploads.track} />
        <ContentSections form={form} />
        <ConflictNotice record={conflict} labels={fieldLabels} words={fieldWords} />
        <div className="sticky bottom-(--strip) z-10 border-t border-line bg-paper py-3">
          <Button type="submit" size="large" disabled={isPending || conflict.clashes !== undefined}>
            {isPending ? common.saving() : common.save_settings()}
          </Button>
        </div>
      </form>
    </SettingsSections>
  );
}
