import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api, reasonOr } from '#platform/client/api-client.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button } from '#ui/button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { DiscardDialog } from '#ui/overlays/discard-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { RecordModal } from '#ui/saving/record-modal.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import { useInvalidateTiers } from './invalidate-tiers.ts';
import { emptyInputs, fieldLabels, tierForm, toInputs } from './tier-form.ts';
import { TierInputs } from './tier-inputs.tsx';
import type { AdminTier } from './tiers-admin.contract.ts';
import * as m from './words/messages.ts';

/** `endsSubscriptions`: whether the admin has agreed that they end when the plan becomes free. */
function useTierForm(tier: AdminTier | undefined, close: () => void, endsSubscriptions = { current: false }) {
  const invalidateTiers = useInvalidateTiers();
  const { currency } = useSiteSettings();
  const form = useSchemaForm(tierForm(currency), tier ? toInputs(tier, currency) : emptyInputs);
  const record = useRecordSave({
    form,
    draft: `tier:${tier?.id ?? 'new'}`,
    opened: tier?.updated_at,
    create: async (json) => (await api.admin.tiers.$post({ json })).json(),
    async update(json, made) {
      const change = { ...json, ...(endsSubscriptions.current && { cancel_subscriptions: true }) };
      const param = { id: tier?.id ?? made };
      const answer = await api.admin.tiers[':id'].$patch({ param, json: change }).catch(async (error) => {
        // Someone has subscribed meanwhile. With their number, the next save asks first.
        if (error instanceof ApiError && error.code === 'has_subscribers') await invalidateTiers();
        throw error;
      });
      return answer.json();
    },
    toInputs: (stored) => toInputs(stored, currency),
    readCurrent: async (made) =>
      (await api.admin.tiers[':id'].$get({ param: { id: tier?.id ?? made } })).json(),
    explain: (error, atField) =>
      atField ?? reasonOr(error, tier ? m.failed_to_update_tier() : m.failed_to_create_tier()),
    onInvalid: () => form.getValues('name').trim() === '' && toast.warning(m.please_enter_a_tier_name()),
    async onSaved() {
      toast.success(tier ? m.tier_updated_successfully() : m.tier_created_successfully());
      await invalidateTiers();
    },
    close,
  });
  return { form, record };
}

/** Edits a plan in place in the list. */
export function TierEditor({ tier, close }: { tier: AdminTier; close: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const endsSubscriptions = useRef(false);
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const { form, record } = useTierForm(tier, close, endsSubscriptions);
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  const { isDirty } = form.formState;
  const { subscriber_count: subscribers } = tier;

  async function save(event: FormEvent) {
    event.preventDefault();
    endsSubscriptions.current = false;
    const isFree = Number(form.getValues('price')) === 0;
    if (isFree && tier.price > 0 && subscribers > 0 && (await form.trigger())) return setIsAsking(true);
    return record.save(event);
  }

  return (
    <form ref={place} noValidate className="space-y-5" onSubmit={(event) => void save(event)}>
      <UnsavedGuard isDirty={isDirty} discard={record.draft.forget} />
      <DraftNotice draft={record.draft} />
      <TierInputs form={form} />
      <ConflictNotice record={record} labels={fieldLabels} />
      <div className="flex gap-3">
        <Button type="submit" disabled={record.isBusy || record.clashes !== undefined}>
          {record.isBusy ? common.saving() : common.save_changes()}
        </Button>
        <Button variant="secondary" onClick={() => (isDirty ? setIsLeaving(true) : close())}>
          {common.cancel()}
        </Button>
      </div>
      <DiscardDialog
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
        onConfirm={() => {
          record.draft.forget();
          close();
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.make_name_free({ name: tier.name })}
        confirmLabel={m.make_it_free()}
        onConfirm={() => {
          endsSubscriptions.current = true;
          // A conflict is shown in the form.
          setIsAsking(false);
          void record.save();
        }}
      >
        {m.paying_members_keep_plan({ subscribers })}
      </ConfirmDialog>
    </form>
  );
}

export function TierModal({ close }: { close: () => void }) {
  const { form, record } = useTierForm(undefined, close);
  return (
    <RecordModal
      title={m.create_new_tier()}
      close={close}
      isDirty={form.formState.isDirty}
      record={record}
      labels={fieldLabels}
      saveLabel={m.create_tier()}
    >
      <TierInputs form={form} />
      <section className="rounded-md bg-sunken p-4 text-sm">
        <h3 className="text-lg">{m.access_level_guide()}</h3>
        <ul className="mt-2 space-y-1">
          <li>
            <strong>0</strong> {m.free_tier_with_limited_prompts()}
          </li>
          <li>
            <strong>1</strong> {m.all_prompts()}
          </li>
          <li>
            <strong>2</strong> {m.all_prompts_plus_all_playbooks()}
          </li>
        </ul>
      </section>
    </RecordModal>
  );
}
