import { useQueryClient } from '@tanstack/react-query';
import { contentStatuses, difficulties, limits, promptTypes } from '#constants';
import { ApiError, api } from '#platform/api-client.ts';
import { ImageField } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { ConflictNotice } from '#ui/conflict-notice.tsx';
import { Field } from '#ui/field.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import { splitList, useDraft } from '#ui/use-draft.ts';
import { useRecordSave } from '#ui/use-record-save.ts';
import type { AdminPrompt } from './prompts-admin.contract.ts';

const empty = {
  ...{ title: '', description: '', prompt_body: '', category: '', prompt_type: 'Text', status: 'published' },
  ...{ tier_access: '0', difficulty: 'beginner', tags: '', preview_image_url: '', model_context: '' },
  ...{ use_cases: '', example_output: '' },
};
type Draft = typeof empty;

const toDraft = (prompt: AdminPrompt): Draft => ({
  ...(Object.fromEntries(
    Object.keys(empty).map((name) => [name, prompt[name as keyof AdminPrompt] ?? '']),
  ) as Draft),
  tier_access: String(prompt.tier_access),
  tags: prompt.tags.join(', '),
  use_cases: prompt.use_cases.join(', '),
});
const toValues = (draft: Draft) => ({
  ...draft,
  prompt_type: draft.prompt_type as (typeof promptTypes)[number],
  status: draft.status as (typeof contentStatuses)[number],
  difficulty: draft.difficulty as (typeof difficulties)[number],
  tier_access: Number(draft.tier_access),
  tags: splitList(draft.tags),
  use_cases: splitList(draft.use_cases),
});

/** Edits a prompt, or makes one by hand. A save that fails leaves everything as it stands. */
export function PromptModal({ prompt, close }: { prompt: AdminPrompt | undefined; close: () => void }) {
  const client = useQueryClient();
  const { draft, set, isDirty, restart } = useDraft(prompt ? toDraft(prompt) : empty);
  const record = useRecordSave<AdminPrompt>({
    opened: prompt?.updated_at,
    async write(updated_at) {
      const json = toValues(draft);
      if (!prompt) return api.admin.prompts.$post({ json });
      return api.admin.prompts[':id'].$patch({ param: { id: prompt.id }, json: { ...json, updated_at } });
    },
    async readCurrent() {
      return prompt && (await api.admin.prompts[':id'].$get({ param: { id: prompt.id } })).json();
    },
    explain(error) {
      if (error instanceof ApiError && error.status === 422) return `Failed to save prompt: ${error.message}`;
      return prompt ? 'Failed to update prompt' : 'Failed to create prompt';
    },
    async onSaved() {
      toast.success(prompt ? 'Prompt updated successfully!' : 'Prompt created successfully!');
      await client.invalidateQueries({ queryKey: ['admin', 'prompts'] });
      void client.invalidateQueries({ queryKey: ['prompts'] });
      close();
    },
  });
  const { save, isBusy } = record;

  return (
    <Modal title={prompt ? 'Edit Prompt' : 'Create Prompt'} close={close} isDirty={isDirty}>
      <ModalBody>
        <ConflictNotice record={record} draft={draft} toDraft={toDraft} restart={restart} />
        <Field
          label="Title"
          value={draft.title}
          maxLength={limits.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextArea
          label="Description"
          value={draft.description}
          maxLength={limits.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        <TextArea
          label="Prompt Body"
          className="max-h-96 font-serif"
          value={draft.prompt_body}
          onChange={(event) => set({ prompt_body: event.target.value })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Category"
            hint="Several: separated by commas"
            value={draft.category}
            maxLength={limits.category}
            onChange={(event) => set({ category: event.target.value })}
          />
          <Select
            label="Prompt Type"
            options={promptTypes}
            value={draft.prompt_type}
            onChange={(event) => set({ prompt_type: event.target.value })}
          />
          <Select
            label="Status"
            options={contentStatuses}
            value={draft.status}
            onChange={(event) => set({ status: event.target.value })}
          />
          <Field
            label="Tier Access"
            hint="0 is free"
            type="number"
            min={0}
            step={1}
            value={draft.tier_access}
            onChange={(event) => set({ tier_access: event.target.value })}
          />
          <Select
            label="Difficulty"
            options={difficulties}
            value={draft.difficulty}
            onChange={(event) => set({ difficulty: event.target.value })}
          />
          <Field
            label="Tags"
            hint="Separated by commas"
            value={draft.tags}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </div>
        <ImageField
          label="Preview Image"
          folder="prompts"
          value={draft.preview_image_url}
          saved={prompt?.preview_image_url ?? ''}
          onChange={(preview_image_url) => set({ preview_image_url })}
        />
        <Field
          label="Recommended Models"
          value={draft.model_context}
          maxLength={limits.modelContext}
          onChange={(event) => set({ model_context: event.target.value })}
        />
        <Field
          label="Use Cases"
          hint="Separated by commas"
          value={draft.use_cases}
          onChange={(event) => set({ use_cases: event.target.value })}
        />
        <TextArea
          label="Sample Output"
          hint="Markdown"
          className="max-h-80"
          value={draft.example_output}
          onChange={(event) => set({ example_output: event.target.value })}
        />
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        <Button
          disabled={isBusy || draft.title.trim() === '' || draft.prompt_body.trim() === ''}
          onClick={() => void save()}
        >
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
