import { useQueryClient } from '@tanstack/react-query';
import { contentStatuses, limits } from '#constants';
import { ApiError, api } from '#platform/api-client.ts';
import { centsOf, decimalOf } from '#platform/money.ts';
import { ImageField } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { ConflictNotice } from '#ui/conflict-notice.tsx';
import { Field } from '#ui/field.tsx';
import { MarkdownEditor } from '#ui/markdown-editor.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toasts.tsx';
import { splitList, useDraft } from '#ui/use-draft.ts';
import { useRecordSave } from '#ui/use-record-save.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';
import { type DraftStep, StepsEditor } from './steps-editor.tsx';

const empty = {
  ...{ title: '', description: '', category: '', status: 'draft', tier_access: '0', price: '0' },
  ...{ is_purchasable: 'no', image_url: '', tags: '', steps: [] as DraftStep[] },
};
type Draft = typeof empty;

const toDraft = (playbook: AdminPlaybook): Draft => ({
  title: playbook.title,
  description: playbook.description,
  category: playbook.category,
  status: playbook.status,
  tier_access: String(playbook.tier_access),
  price: decimalOf(playbook.price),
  is_purchasable: playbook.is_purchasable ? 'yes' : 'no',
  image_url: playbook.image_url ?? '',
  tags: playbook.tags.join(', '),
  steps: playbook.steps.map((step) => ({ ...step, key: crypto.randomUUID() })),
});
/** Without the names that only the editor has. */
const comparable = ({ steps, ...draft }: Draft) => ({
  ...draft,
  steps: steps.map(({ key: _, ...step }) => step),
});
const toValues = (draft: Draft) => ({
  ...comparable(draft),
  status: draft.status as (typeof contentStatuses)[number],
  tier_access: Number(draft.tier_access),
  price: centsOf(draft.price),
  is_purchasable: draft.is_purchasable === 'yes',
  tags: splitList(draft.tags),
});

/** Makes or edits a playbook with its steps. A save that fails leaves everything as it stands. */
export function PlaybookModal({
  playbook,
  close,
}: {
  playbook: AdminPlaybook | undefined;
  close: () => void;
}) {
  const client = useQueryClient();
  const { draft, set, isDirty, restart } = useDraft(playbook ? toDraft(playbook) : empty);
  const isReady = draft.title.trim() !== '' && draft.steps.every((step) => step.title.trim() !== '');

  const one = api.admin.playbooks[':id'];
  const record = useRecordSave<AdminPlaybook>({
    opened: playbook?.updated_at,
    async write(updated_at) {
      const json = toValues(draft);
      if (!playbook) return api.admin.playbooks.$post({ json });
      return one.$patch({ param: { id: playbook.id }, json: { ...json, updated_at } });
    },
    async readCurrent() {
      if (!playbook) return undefined;
      return (await (await one.$get({ param: { id: playbook.id } })).json()) as AdminPlaybook;
    },
    explain(error) {
      if (error instanceof ApiError && error.status === 422)
        return `Failed to save playbook: ${error.message}`;
      return playbook ? 'Failed to update playbook' : 'Failed to create playbook';
    },
    async onSaved() {
      toast.success(playbook ? 'Playbook updated successfully!' : 'Playbook created successfully!');
      await client.invalidateQueries({ queryKey: ['admin', 'playbooks'] });
      void client.invalidateQueries({ queryKey: ['playbooks'] });
      close();
    },
  });
  const { save, isBusy } = record;

  return (
    <Modal title={playbook ? 'Edit Playbook' : 'Create New Playbook'} close={close} isDirty={isDirty}>
      <ModalBody>
        <ConflictNotice
          record={record}
          draft={draft}
          toDraft={toDraft}
          restart={restart}
          shown={comparable}
        />
        <Field
          label="Title"
          value={draft.title}
          maxLength={limits.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <MarkdownEditor
          label="Description"
          value={draft.description}
          maxLength={limits.playbookDescription}
          onChange={(description) => set({ description })}
        />
        <StepsEditor
          steps={draft.steps}
          playbookLevel={Number(draft.tier_access)}
          onChange={(steps) => set({ steps })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Category"
            value={draft.category}
            maxLength={limits.category}
            onChange={(event) => set({ category: event.target.value })}
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
          <Field
            label="Price"
            hint="In dollars"
            type="number"
            min={0}
            step={0.01}
            value={draft.price}
            onChange={(event) => set({ price: event.target.value })}
          />
          <Select
            label="Purchasable"
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
            value={draft.is_purchasable}
            onChange={(event) => set({ is_purchasable: event.target.value })}
          />
          <Field
            label="Tags"
            hint="Separated by commas"
            value={draft.tags}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </div>
        <ImageField
          label="Playbook Image"
          folder="playbooks"
          value={draft.image_url}
          saved={playbook?.image_url ?? ''}
          onChange={(image_url) => set({ image_url })}
        />
      </ModalBody>
      <ModalFooter>
        {!isReady && (
          <p className="mr-auto text-sm text-muted">The playbook and each of its steps need a title.</p>
        )}
        <ModalCancel />
        <Button disabled={isBusy || !isReady} onClick={() => void save()}>
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
