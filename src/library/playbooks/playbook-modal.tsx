import { useQueryClient } from '@tanstack/react-query';
import { invalidateItems, showSavedItem } from '#library/catalog/public/invalidate-items.ts';
import { itemWords } from '#library/catalog/public/item-words.ts';
import { withoutPlace } from '#library/catalog/public/place-form.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { wordOf } from '#ui/saving/conflict-words.ts';
import { RecordModal } from '#ui/saving/record-modal.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { emptyInputs, hasHalfPrompt, playbookForm, purchasableChoices, toInputs } from './playbook-form.ts';
import { PlaybookInputs } from './playbook-inputs.tsx';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';
import { playbookFieldLabels } from './public/playbook-field-labels.ts';
import * as m from './words/messages.ts';

const playbookWords = { ...itemWords, is_purchasable: wordOf(purchasableChoices) };

type Props = { playbook: AdminPlaybook | undefined; close: () => void };

/** Creates or edits a playbook with its steps. A failed save keeps everything that was typed. */
export function PlaybookModal({ playbook, close }: Props) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const form = useSchemaForm(
    playbookForm(currency, playbook?.publish_at),
    playbook ? toInputs(playbook, currency) : emptyInputs,
  );
  const one = api.admin.playbooks[':id'];
  const record = useRecordSave({
    form,
    draft: `playbook:${playbook?.id ?? 'new'}`,
    opened: playbook?.updated_at,
    create: async (json) => (await api.admin.playbooks.$post({ json: withoutPlace(json) })).json(),
    update: async (json, made) => (await one.$patch({ param: { id: playbook?.id ?? made }, json })).json(),
    toInputs: (stored) => toInputs(stored, currency),
    onInvalid: () => hasHalfPrompt(form.getValues('steps')) && toast.warning(m.title_and_body_missing()),
    readCurrent: async (made) => (await one.$get({ param: { id: playbook?.id ?? made } })).json(),
    explain(error, atField) {
      if (atField) return m.failed_to_save_playbook();
      if (error instanceof ApiError && error.status === 422)
        return m.failed_to_save_playbook_message({ message: error.message });
      if (error instanceof ApiError && error.code === 'not_found') return m.playbook_was_deleted();
      return playbook ? m.failed_to_update_playbook() : m.failed_to_create_playbook();
    },
    async onSaved(saved) {
      toast.success(playbook ? m.playbook_updated_successfully() : m.playbook_created_successfully());
      if (playbook && saved) await showSavedItem(client, 'playbooks', saved);
      else await invalidateItems(client, 'playbooks');
    },
    close,
  });

  return (
    <RecordModal
      title={playbook ? m.edit_playbook() : m.create_new_playbook()}
      close={close}
      isDirty={form.formState.isDirty}
      record={record}
      labels={playbookFieldLabels}
      words={playbookWords}
    >
      <PlaybookInputs form={form} playbook={playbook} currency={currency} track={record.track} />
    </RecordModal>
  );
}
