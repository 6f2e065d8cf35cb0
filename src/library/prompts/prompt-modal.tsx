import { useQueryClient } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { contentStatuses, difficulties, promptTypes } from '#constants';
import { BlanksEditor } from '#library/blanks/public/blanks-editor.tsx';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { ApiError, api } from '#platform/api-client.ts';
import { ImageField } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { ConflictNotice } from '#ui/conflict-notice.tsx';
import { Field } from '#ui/field.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import { useRecordSave } from '#ui/use-record-save.ts';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { emptyInputs, promptForm, toInputs } from './prompt-form.ts';
import type { AdminPrompt } from './prompts-admin.contract.ts';

/** Creates or edits a prompt. A failed save keeps everything that was typed. */
export function PromptModal({ prompt, close }: { prompt: AdminPrompt | undefined; close: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(promptForm, prompt ? toInputs(prompt) : emptyInputs);
  const {
    register,
    control,
    formState: { errors, isDirty },
  } = form;
  const body = useWatch({ control, name: 'prompt_body' });
  const one = api.admin.prompts[':id'];
  const record = useRecordSave({
    form,
    opened: prompt?.updated_at,
    write: (json, updated_at) =>
      prompt
        ? one.$patch({ param: { id: prompt.id }, json: { ...json, updated_at } })
        : api.admin.prompts.$post({ json }),
    readCurrent: async () => prompt && (await one.$get({ param: { id: prompt.id } })).json(),
    explain(error, atField) {
      if (atField) return 'Failed to save prompt';
      if (error instanceof ApiError && error.status === 422) return `Failed to save prompt: ${error.message}`;
      return prompt ? 'Failed to update prompt' : 'Failed to create prompt';
    },
    async onSaved() {
      toast.success(prompt ? 'Prompt updated successfully!' : 'Prompt created successfully!');
      await invalidateItems(client, 'prompts');
      close();
    },
  });

  return (
    <Modal
      title={prompt ? 'Edit Prompt' : 'Create Prompt'}
      close={close}
      isDirty={isDirty}
      onSubmit={record.save}
    >
      <ModalBody>
        <ConflictNotice record={record} form={form} toInputs={toInputs} />
        <Field label="Title" {...register('title')} error={errors.title?.message} />
        <TextArea label="Description" {...register('description')} error={errors.description?.message} />
        <TextArea
          label="Prompt Body"
          className="max-h-96 font-serif"
          {...register('prompt_body')}
          error={errors.prompt_body?.message}
        />
        <Controller
          name="blanks"
          control={control}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <BlanksEditor body={body} value={value} onChange={onChange} error={error?.message} />
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Category"
            hint="Separate several with commas"
            {...register('category')}
            error={errors.category?.message}
          />
          <Select label="Prompt Type" options={promptTypes} {...register('prompt_type')} />
          <Select label="Status" options={contentStatuses} {...register('status')} />
          <Field
            label="Tier Access"
            hint="0 is free"
            type="number"
            min={0}
            step={1}
            {...register('tier_access')}
            error={errors.tier_access?.message}
          />
          <Select label="Difficulty" options={difficulties} {...register('difficulty')} />
          <Field
            label="Tags"
            hint="Separate with commas"
            {...register('tags')}
            error={errors.tags?.message}
          />
        </div>
        <Controller
          name="preview_image_url"
          control={control}
          render={({ field: { value, onChange }, fieldState }) => (
            <ImageField
              label="Preview Image"
              folder="prompts"
              value={value ?? ''}
              saved={prompt?.preview_image_url ?? ''}
              onChange={onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <Field
          label="Recommended Models"
          {...register('model_context')}
          error={errors.model_context?.message}
        />
        <Field
          label="Use Cases"
          hint="Separate with commas"
          {...register('use_cases')}
          error={errors.use_cases?.message}
        />
        <TextArea
          label="Sample Output"
          hint="Markdown"
          className="max-h-80"
          {...register('example_output')}
          error={errors.example_output?.message}
        />
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        <Button type="submit" disabled={record.isBusy}>
          {record.isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
