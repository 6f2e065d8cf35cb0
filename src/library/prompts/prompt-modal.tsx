import { useQueryClient } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { contentStatuses, difficulties, promptTypes } from '#constants';
import { BlanksEditor } from '#library/blanks/public/blanks-editor.tsx';
import { invalidateItems, showSavedItem } from '#library/catalog/public/invalidate-items.ts';
import { choicesOf, difficultyLabel, statusLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { PlaceFields } from '#library/catalog/public/place-fields.tsx';
import { withoutPlace } from '#library/catalog/public/place-form.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import * as common from '#ui/words/messages.ts';
import { emptyInputs, fieldLabels, promptForm, toInputs } from './prompt-form.ts';
import type { AdminPrompt } from './prompts-admin.contract.ts';
import * as m from './words/messages.ts';

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
    draft: `prompt:${prompt?.id ?? 'new'}`,
    opened: prompt?.updated_at,
    create: async (json) => (await api.admin.prompts.$post({ json: withoutPlace(json) })).json(),
    update: async (json, made) => (await one.$patch({ param: { id: prompt?.id ?? made }, json })).json(),
    toInputs,
    readCurrent: async (made) => (await one.$get({ param: { id: prompt?.id ?? made } })).json(),
    explain(error, atField) {
      if (atField) return m.failed_to_save_prompt();
      if (error instanceof ApiError && error.status === 422)
        return m.failed_to_save_prompt_message({ message: error.message });
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
    <Modal
      title={prompt ? m.edit_prompt() : m.create_prompt()}
      close={close}
      isDirty={isDirty}
      discard={record.draft.forget}
      onSubmit={record.save}
    >
      <ModalBody>
        <DraftNotice draft={record.draft} />
        <Field label={common.title()} {...register('title')} error={errors.title?.message} />
        <TextArea
          label={common.description()}
          {...register('description')}
          error={errors.description?.message}
        />
        <TextArea
          label={m.prompt_body()}
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
            label={common.category()}
            hint={m.separate_several_with_commas()}
            {...register('category')}
            error={errors.category?.message}
          />
          <Select
            label={m.prompt_type()}
            options={choicesOf(promptTypes, typeLabel)}
            {...register('prompt_type')}
          />
          <Select
            label={common.status()}
            options={choicesOf(contentStatuses, statusLabel)}
            {...register('status')}
          />
          <Field
            label={common.tier_access()}
            hint={common.n0_is_free()}
            type="number"
            min={0}
            step={1}
            {...register('tier_access')}
            error={errors.tier_access?.message}
          />
          <Select
            label={m.difficulty()}
            options={choicesOf(difficulties, difficultyLabel)}
            {...register('difficulty')}
          />
          <Field
            label={common.tags()}
            hint={common.separate_with_commas()}
            {...register('tags')}
            error={errors.tags?.message}
          />
        </div>
        {prompt && <PlaceFields path="/prompt/" register={register} errors={errors} />}
        <Controller
          name="preview_image_url"
          control={control}
          render={({ field: { value, onChange }, fieldState }) => (
            <ImageField
              label={m.preview_image()}
              folder="prompts"
              value={value ?? ''}
              saved={prompt?.preview_image_url ?? ''}
              onChange={onChange}
              track={record.track}
              error={fieldState.error?.message}
            />
          )}
        />
        <Field
          label={m.recommended_models()}
          {...register('model_context')}
          error={errors.model_context?.message}
        />
        <Field
          label={m.use_cases()}
          hint={common.separate_with_commas()}
          {...register('use_cases')}
          error={errors.use_cases?.message}
        />
        <MarkdownEditor
          label={m.sample_output()}
          read={() => form.getValues('example_output')}
          upload={(file) => uploadImage('prompts', file)}
          track={record.track}
          {...register('example_output')}
          error={errors.example_output?.message}
        />
      </ModalBody>
      <ConflictNotice record={record} labels={fieldLabels} />
      <ModalFooter>
        <ModalCancel />
        <Button type="submit" disabled={record.isBusy}>
          {record.isBusy ? common.saving() : common.save_changes()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
