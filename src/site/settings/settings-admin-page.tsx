import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError, api } from '#platform/client/api-client.ts';
import { useFreshQuery } from '#platform/client/use-fresh-query.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { showAtField } from '#ui/forms/server-field-error.ts';
import { SettingsSections } from '#ui/forms/settings-section.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { isSame } from '#ui/saving/drafts.ts';
import { useConflict } from '#ui/saving/use-conflict.ts';
import { typedSince, useDraft } from '#ui/saving/use-draft.ts';
import { useUnanswered } from '#ui/saving/use-unanswered.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { useReload } from '#ui/use-reload.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import { BrandingSection } from './branding-section.tsx';
import { CardPaymentsSection } from './card-payments-section.tsx';
import { EmailSection } from './email-section.tsx';
import { LabsSection } from './labs-section.tsx';
import { OpenInSection } from './open-in-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { settingsQuery } from './public/admin-settings-query.ts';
import { connectionSecrets } from './public/connection-fields.ts';
import { providerSecrets } from './public/provider-settings.ts';
import { RunHereSection } from './run-here-section.tsx';
import { SellingSection } from './selling-section.tsx';
import type { AdminSettings, SettingsChange } from './settings-admin.contract.ts';
import { settingsForm, toInputs } from './settings-form.ts';
import { fieldLabels } from './settings-labels.ts';
import { SignInSection } from './sign-in-section.tsx';
import { WebhookSection } from './webhook-section.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.site_settings);

export default function SettingsAdminPage() {
  // Other pages change some of them too.
  const { data, isPending, isError, refetch } = useFreshQuery(settingsQuery);
  useEffect(() => {
    if (isError) toast.error(common.failed_to_load_settings());
  }, [isError]);
  return (
    <AdminFrame title={common.site_settings()}>
      {isPending && <div className="skeleton h-80" role="status" aria-label={common.loading_settings()} />}
      {isError && (
        <EmptyState title={common.couldnt_load_the_settings()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      )}
      {data && (
        <SettingsSections>
          <SettingsPageForm settings={data} />
        </SettingsSections>
      )}
    </AdminFrame>
  );
}

const noKeys = { stripe_publishable_key: null, stripe_secret_key: null, stripe_webhook_secret: null };
/** What the browser does not keep while it is typed. */
const unkept = [...Object.keys(noKeys), ...providerSecrets, ...connectionSecrets];
const secretNames = unkept.filter((name) => name !== 'stripe_publishable_key');
/** Servers, and the secrets that go to them. */
const serverSecrets = [
  ['smtp_host', 'smtp_password'],
  ['llm_base_url', 'llm_api_key'],
] as const;
/** A change that waits for the owner's yes, and what it costs. */
type Question = { change: SettingsChange; title: string; text: string; action: string };

function SettingsPageForm({ settings }: { settings: AdminSettings }) {
  const client = useQueryClient();
  const reload = useReload();
  const form = useSchemaForm(settingsForm, toInputs(settings));
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const draft = useDraft(form, { key: 'settings', isUnversioned: true, except: unkept });
  const [question, setQuestion] = useState<Question>();
  /** The form as it was when its changes were sent: a question may come between that and the save. */
  const sent = useRef(form.getValues());
  const unanswered = useUnanswered();
  /** As they were when the form began with them. */
  const loaded = useRef<AdminSettings>(settings);
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: SettingsChange) => (await api.admin.settings.$put({ json })).json(),
    async onSuccess({ is_key_checked, ...saved }, change) {
      setQuestion(undefined);
      unanswered.clear();
      loaded.current = saved;
      client.setQueryData(settingsQuery.queryKey, saved);
      // What else was typed stays when the keys are removed.
      const isRemoval = change.stripe_secret_key === null;
      if (isRemoval) {
        form.reset(toInputs(saved), { keepDirtyValues: true });
        draft.rebase(toInputs(saved));
      } else draft.saved(toInputs(saved), sent.current);
      toast.success(common.settings_saved_successfully());
      if (is_key_checked === false) toast.warning(m.key_not_checked());
      await reload();
    },
    async onError(error, change) {
      setQuestion(undefined);
      if (error instanceof ApiError && error.code === 'conflict') {
        const current = await settingsQuery.queryFn().catch(() => undefined);
        const before: FieldValues = draft.kept.base;
        const now: FieldValues = current ? toInputs(current) : before;
        // Else it was refused for another reason.
        const isOvertaken = Object.keys(change).some((name) => !isSame(now[name], before[name]));
        if (current && isOvertaken) {
          const isDropped = dropSecrets(now, before);
          if (isDropped) toast.warning(m.another_server_was_set_meanwhile());
          // Without them, nothing may be left to save.
          if (isDropped && typedSince(form, draft.kept.base).length === 0)
            return conflict.showLatest(current, []);
          return conflict.merge(current, unanswered.all());
        }
      }
      unanswered.failed(sent.current, error);
      if (error instanceof ApiError && error.code === 'confirmation_required')
        return setQuestion({
          change: { ...change, confirm_losses: true },
          title:
            change.stripe_secret_key === null ? m.remove_the_payment_keys() : m.change_the_payment_keys(),
          text: error.message,
          action: change.stripe_secret_key === null ? m.remove_keys() : m.change_keys(),
        });
      if (showAtField(form, error)) return toast.error(common.failed_to_save_settings());
      const hasReason =
        error instanceof ApiError &&
        (error.status === 422 || error.status === 409 || error.code === 'reauthentication_needed');
      toast.error(
        hasReason
          ? m.failed_to_save_settings_message({ message: error.message })
          : common.failed_to_save_settings(),
      );
    },
  });
  const { isDirty } = form.formState;
  /** Empties the secrets of servers that another admin has changed: they were typed for the ones before. @returns whether there were any */
  function dropSecrets(now: FieldValues, before: FieldValues): boolean {
    const dropped = serverSecrets.filter(
      ([server, secret]) => form.getValues(secret) !== '' && !isSame(now[server], before[server]),
    );
    for (const [, secret] of dropped) form.setValue(secret, '');
    return dropped.length > 0;
  }
  // Only what was changed: another admin may be changing something else.
  const save = form.handleSubmit((values) => {
    const typed = typedSince(form, draft.kept.base);
    const isSent = (name: string) =>
      typed.includes(name) ||
      // A secret goes with the server that it was typed for.
      serverSecrets.some(
        ([server, secret]) => name === server && values[server] !== '' && values[secret] !== '',
      );
    sent.current = structuredClone(form.getValues());
    const change = Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name)));
    const expected = Object.fromEntries(
      Object.entries(loaded.current).filter(([name]) => name in change && !secretNames.includes(name)),
    );
    mutate({ ...change, expected });
  });
  const conflict = useConflict({
    form,
    draft,
    toInputs,
    rebase(current: AdminSettings) {
      loaded.current = current;
      draft.rebase(toInputs(current));
    },
    save,
  });
  const askToRemove = () =>
    setQuestion({
      change: noKeys,
      title: m.remove_the_payment_keys(),
      text: m.keys_removed_about(),
      action: m.remove_keys(),
    });

  return (
    <form ref={place} noValidate onSubmit={(event) => void save(event)}>
      <UnsavedGuard isDirty={isDirty} discard={draft.forget} />
      <DraftNotice draft={draft} />
      <CardPaymentsSection form={form} settings={settings} isBusy={isPending} removeKeys={askToRemove} />
      <WebhookSection settings={settings} />
      <SellingSection form={form} settings={settings} />
      <BrandingSection form={form} />
      <SignInSection form={form} settings={settings} />
      <ProvidersSection form={form} settings={settings} />
      <OpenInSection form={form} />
      <RunHereSection form={form} settings={settings} />
      <LabsSection form={form} settings={settings} />
      <EmailSection form={form} settings={settings} />
      <ConflictNotice record={conflict} labels={fieldLabels} />
      <div className="sticky bottom-(--strip) z-10 border-t border-line bg-paper py-3">
        <Button type="submit" size="large" disabled={isPending}>
          {isPending ? common.saving() : common.save_settings()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={question !== undefined}
        onClose={() => setQuestion(undefined)}
        question={question?.title ?? ''}
        confirmLabel={question?.action ?? ''}
        isBusy={isPending}
        onConfirm={() => question && mutate(question.change)}
      >
        {question?.text}
      </ConfirmDialog>
    </form>
  );
}
