import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { contentStatuses } from '#constants';
import { invalidateItems, showSavedItem } from '#library/catalog/public/invalidate-items.ts';
import { choicesOf, statusLabel } from '#library/catalog/public/labels.ts';
import { PlaceFields } from '#library/catalog/public/place-fields.tsx';
import { withoutPlace } from '#library/catalog/public/place-form.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { stepOf } from '#platform/text/currencies.ts';
import { decimalOf } from '#platform/text/money.ts';
import { ImageField, uploadImage } from '#site/media/public/image-field.tsx';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import * as common from '#ui/words/messages.ts';
import { emptyInputs, fieldLabels, hasHalfPrompt, playbookForm, toInputs } from './playbook-form.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';
import { PricedButFree } from './priced-but-free.tsx';
import { StepsEditor } from './steps-editor.tsx';
import { UnlockedPrompts } from './unlocked-prompts.tsx';
import * as m from './words/messages.ts';

type Props = { playbook: AdminPlaybook | undefined; close: () => void };

/** Creates or edits a playbook with its steps. A failed save keeps everything that was typed. */
export function PlaybookModal({ playbook, close }: Props) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const form = useSchemaForm(playbookForm(currency), playbook ? toInputs(playbook, currency) : emptyInputs);
  const {
    register,
    control,
    formState: { errors, isDirty },
  } = form;
  const [levels, setLevels] = useState<Record<string, number>>(playbook?.prompt_levels ?? {});
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
    <Modal
      title={playbook ? m.edit_playbook() : m.create_new_playbook()}
      close={close}
      isDirty={isDirty}
      discard={record.draft.forget}
      onSubmit={record.save}
    >
      <ModalBody>
        <DraftNotice draft={record.draft} />
        <Field label={common.title()} {...register('title')} error={errors.title?.message} />
        <MarkdownEditor
          label={common.description()}
          read={() => form.getValues('description')}
          upload={(file) => uploadImage('playbooks', file)}
          track={record.track}
          {...register('description')}
          error={errors.description?.message}
        />
        <StepsEditor
          form={form}
          track={record.track}
          levels={levels}
          addLevel={(id, level) => setLevels((known) => ({ ...known, [id]: level }))}
        />
        <UnlockedPrompts control={control} levels={levels} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={common.category()} {...register('category')} error={errors.category?.message} />
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
          <Field
            label={common.price()}
            hint={common.in_currency({ currency: currency.toUpperCase() })}
            type="number"
            min={0}
            step={decimalOf(stepOf(currency), currency)}
            {...register('price')}
            error={errors.price?.message}
          />
          <Select
            label={m.purchasable()}
            options={[
              { value: 'yes', label: m.yes() },
              { value: 'no', label: m.no() },
            ]}
            {...register('is_purchasable')}
          />
          <PricedButFree control={control} />
          <Field
            label={common.tags()}
            hint={common.separate_with_commas()}
            {...register('tags')}
            error={errors.tags?.message}
          />
        </div>
        {playbook && <PlaceFields path="/playbook/" register={register} errors={errors} />}
        <Controller
          name="image_url"
          control={control}
          render={({ field: { value, onChange }, fieldState }) => (
            <ImageField
              label={m.playbook_image()}
              folder="playbooks"
              value={value ?? ''}
              saved={playbook?.image_url ?? ''}
              onChange={onChange}
              track={record.track}
              error={fieldState.error?.message}
            />
          )}
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
