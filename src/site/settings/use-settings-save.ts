import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError, api } from '#platform/client/api-client.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { isSame } from '#ui/saving/drafts.ts';
import { useConflict } from '#ui/saving/use-conflict.ts';
import { typedSince, useDraft } from '#ui/saving/use-draft.ts';
import { useUnanswered } from '#ui/saving/use-unanswered.ts';
import { useReload } from '#ui/use-reload.ts';
import * as common from '#ui/words/messages.ts';
import { settingsQuery } from './public/admin-settings-query.ts';
import { connectionSecrets } from './public/connection-fields.ts';
import { providerSecrets } from './public/provider-settings.ts';
import { showSettingsRefusal } from './public/settings-refusal.ts';
import type { AdminSettings, SettingsChange } from './settings-admin.contract.ts';
import { type SettingsForm, toInputs } from './settings-form.ts';
import * as m from './words/messages.ts';

const noKeys = { stripe_publishable_key: null, stripe_secret_key: null, stripe_webhook_secret: null };
/** Fields that the browser doesn't keep as drafts. */
const unkept = [...Object.keys(noKeys), ...providerSecrets, ...connectionSecrets];
const secretNames = unkept.filter((name) => name !== 'stripe_publishable_key');
/** Servers, and the secrets that belong to them. */
const serverSecrets = [
  ['smtp_host', 'smtp_password'],
  ['llm_base_url', 'llm_api_key'],
] as const;
/** A change that waits for the owner's confirmation, and its consequences. */
type Question = { change: SettingsChange; title: string; text: string; action: string };

const isRemovalOfKeys = (change: SettingsChange) => change.stripe_secret_key === null;

const askAgain = (change: SettingsChange, { message }: ApiError): Question => ({
  change: { ...change, confirm_losses: true },
  title: isRemovalOfKeys(change) ? m.remove_the_payment_keys() : m.change_the_payment_keys(),
  text: message,
  action: isRemovalOfKeys(change) ? m.remove_keys() : m.change_keys(),
});

/** Saves only the settings that were changed, because another admin may be changing others. */
export function useSettingsSave(form: SettingsForm, settings: AdminSettings) {
  const client = useQueryClient();
  const reload = useReload();
  const draft = useDraft(form, { key: 'settings', isUnversioned: true, except: unkept });
  const [question, setQuestion] = useState<Question>();
  /** The form's values when its changes were sent: a question may come before the save. */
  const sent = useRef(form.getValues());
  const unanswered = useUnanswered();
  /** The settings that the form started from. */
  const loaded = useRef<AdminSettings>(settings);
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: SettingsChange) => (await api.admin.settings.$put({ json })).json(),
    async onSuccess({ is_key_checked, ...saved }, change) {
      setQuestion(undefined);
      unanswered.clear();
      loaded.current = saved;
      showSaved(client, settingsQuery.queryKey, saved);
      // Removing the keys keeps other unsaved changes.
      if (isRemovalOfKeys(change)) {
        form.reset(toInputs(saved), { keepDirtyValues: true });
        draft.rebase(toInputs(saved));
      } else draft.saved(toInputs(saved), sent.current);
      toast.success(common.settings_saved_successfully());
      if (is_key_checked === false) toast.warning(m.key_not_checked());
      await reload();
    },
    async onError(error, change) {
      setQuestion(undefined);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'conflict' && (await takeOver(change))) return;
      unanswered.failed(sent.current, error);
      if (error instanceof ApiError && code === 'confirmation_required')
        return setQuestion(askAgain(change, error));
      showSettingsRefusal(form, error);
    },
  });

  /**
   * Takes over another admin's changes to the same settings. @returns whether there were any; if not, the save
   * was refused for another reason
   */
  async function takeOver(change: SettingsChange): Promise<boolean> {
    const current = await settingsQuery.queryFn().catch(() => undefined);
    if (!current) return false;
    const before: FieldValues = draft.kept.base;
    const now: FieldValues = toInputs(current);
    if (Object.keys(change).every((name) => isSame(now[name], before[name]))) return false;
    const isDropped = dropSecrets(now, before);
    if (isDropped) toast.warning(m.another_server_was_set_meanwhile());
    // Without the dropped secrets, there may be nothing left to save.
    if (isDropped && typedSince(form, draft.kept.base).length === 0) conflict.showLatest(current, []);
    else await conflict.merge(current, unanswered.all());
    return true;
  }
  /**
   * Empties secrets for servers that another admin has changed, because they were typed for the previous ones.
   * @returns whether there were any
   */
  function dropSecrets(now: FieldValues, before: FieldValues): boolean {
    const dropped = serverSecrets.filter(
      ([server, secret]) => form.getValues(secret) !== '' && !isSame(now[server], before[server]),
    );
    for (const [, secret] of dropped) form.setValue(secret, '');
    return dropped.length > 0;
  }

  const save = form.handleSubmit((values) => {
    const typed = typedSince(form, draft.kept.base);
    const isSent = (name: string) =>
      typed.includes(name) ||
      // A secret is sent along with the server that it was typed for.
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

  return {
    draft,
    save,
    isPending,
    conflict,
    question,
    askToRemoveKeys: () =>
      setQuestion({
        change: noKeys,
        title: m.remove_the_payment_keys(),
        text: settings.payments.has_sandbox ? m.keys_removed_sandbox() : m.keys_removed_about(),
        action: m.remove_keys(),
      }),
    confirm: () => question && mutate(question.change),
    dismiss: () => setQuestion(undefined),
  };
}
