import { useQueryClient } from '@tanstack/react-query';
import { difficulties, promptTypes } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { blanksText } from '#library/blanks/public/blank-words.ts';
import { invalidateItems, showSavedItem } from '#library/catalog/public/invalidate-items.ts';
import { itemWords } from '#library/catalog/public/item-words.ts';
import { choicesOf, difficultyLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { withoutPlace } from '#library/catalog/public/place-form.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { wordOf } from '#ui/saving/conflict-words.ts';
import { RecordModal } from '#ui/saving/record-modal.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { emptyInputs, newPromptDraft, promptForm, toInputs } from './prompt-form.ts';
import { PromptInputs } from './prompt-inputs.tsx';
import type { AdminPrompt } from './prompts-admin.contract.ts';
import { promptFieldLabels } from './public/prompt-field-labels.ts';
import * as m from './words/messages.ts';

const promptWords = {
  ...itemWords,
  prompt_type: wordOf(() => choicesOf(promptTypes, typeLabel)),
  difficulty: wordOf(() => choicesOf(difficulties, difficultyLabel)),
  blanks: (value: unknown) => blanksText(value as BlankDefinition[]),
};

/** Creates or edits a prompt. A failed save keeps everything that was typed. */
export function PromptModal({ prompt, close }: { prompt: AdminPrompt | undefined; close: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(promptForm(prompt?.publish_at), prompt ? toInputs(prompt) : emptyInputs);
  const one = api.admin.prompts[':id'];
  const record = useRecordSave({
    form,
    draft: prompt ? `prompt:${prompt.id}` : newPromptDraft,
    opened: prompt?.updated_at,
    create: async (json) => (await api.admin.prompts.$post({ json: withoutPlace(json) })).json(),
    update: async (json, made) => (await one.$patch({ param: { id: prompt?.id ?? made }, json })).json(),
    toInputs,
    readCurrent: async (made) => (await one.$get({ param: { id: prompt?.id ?? made } })).json(),
    explain(error, atField) {
      if (atField) return m.failed_to_save_prompt();
      if (error instanceof ApiError && error.status === 422)
        return m.failed_to_save_prompt_message({ message: error.message });
      if (error instanceof ApiError && error.code === 'not_found') return m.prompt_was_deleted();
      return prompt ? m.failed_to_update_prompt() : m.failed_to_create_prompt();
    },
    async onSaved(saved) {
      toast.success(prompt ? m.prompt_updated_successfully() : m.prompt_created_successfully());
      if (prompt && saved) await showSavedItem(client, 'prompts', saved);
      else await invalidateItems(client, 'prompts');
    },
    close,
  });

  return (
    <RecordModal
      title={prompt ? m.edit_prompt() : m.create_prompt()}
      close={close}
      isDirty={form.formState.isDirty}
      record={record}
      labels={promptFieldLabels}
      words={promptWords}
    >
      <PromptInputs form={form} prompt={prompt} track={record.track} />
    </RecordModal>
  );
}
