import { useEffect } from 'react';
import { limits } from '#constants';
import { statusLabel } from '#library/catalog/public/labels.ts';
import { promptFieldLabels } from '#library/prompts/public/prompt-field-labels.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
import { StackedLabel, Table } from '#ui/tables/table.tsx';
import * as common from '#ui/words/messages.ts';
import { type ImportSettings, importInput, importInputs } from './import-fields.ts';
import { countImported } from './import-words.ts';
import type { ImportItem } from './imports.contract.ts';
import * as m from './words/messages.ts';

const statuses = () => [
  { value: 'new-drafts', label: m.drafts() },
  { value: 'published', label: statusLabel('published') },
  { value: 'file', label: m.as_in_the_file() },
];
const fields = [
  'prompt_body',
  'title',
  'description',
  'category',
  'prompt_type',
  'tags',
  'status',
  'publish_at',
  'difficulty',
  'tier_access',
  'model_context',
  'example_output',
  'use_cases',
  'slug',
  'blanks',
  'preview_image_url',
] as const;
const fieldChoices = () => [
  { value: '', label: m.left_out() },
  ...fields.map((value) => ({ value, label: promptFieldLabels[value]() })),
];

/** The draft of an import's settings that were not checked yet. */
export const importDraft = (id: string) => `import ${id}`;

type Props = {
  item: ImportItem;
  isBusy: boolean;
  /** Called with whether the settings differ from those that were checked. */
  onChanged: (isChanged: boolean) => void;
  check: (settings: ImportSettings) => void;
  start: () => void;
};

/** The settings for all rows. Changed settings have to be checked before the import can start; until then, this browser keeps them. */
export function ImportSettingsForm({ item, isBusy, onChanged, check, start }: Props) {
  const form = useSchemaForm(importInput(item), importInputs(item));
  const draft = useDraft(form, { key: importDraft(item.id), isUnversioned: true });
  const { register, handleSubmit, formState } = form;
  const { errors, isDirty } = formState;
  useEffect(() => {
    onChanged(isDirty);
    return () => onChanged(false);
  }, [isDirty, onChanged]);
  const count = countImported(item);
  const allFields = item.columns.map((_column, index) => `fields.${index}` as const);
  return (
    <form
      method="post"
      noValidate
      className="mb-8"
      onSubmit={handleSubmit((settings) => {
        if (isDirty) check(settings);
        else if (count > 0) start();
      })}
    >
      <div className="not-empty:mb-6">
        <DraftNotice draft={draft} />
      </div>
      <h3 className="eyebrow mb-3 font-sans">{m.settings_for_all()}</h3>
      <div className="grid gap-5 sm:grid-cols-3">
        <Select label={common.status()} options={statuses()} {...register('status')} />
        <Field
          label={m.tier_for_all()}
          hint={m.leave_empty_to_use()}
          type="number"
          min={0}
          max={limits.accessLevel}
          step={1}
          error={errors.tier_access?.message}
          {...register('tier_access')}
        />
        <Field
          label={m.category_for_all()}
          hint={m.leave_empty_to_use()}
          error={errors.category?.message}
          {...register('category')}
        />
      </div>
      <Checkbox
        className="mt-4 py-3"
        label={m.skip_duplicates()}
        isOneOfMany
        {...register('skip_duplicates')}
      />
      {item.columns.length > 0 && (
        <div className="mt-4">
          <h3 className="eyebrow mb-3 font-sans">{m.columns()}</h3>
          <Table label={m.columns()} columns={[m.column, m.first_value, m.field]} isStacked>
            {item.columns.map(({ name, sample }, index) => (
              <tr key={name}>
                <td className="min-w-28 font-semibold break-words sm:align-middle!">{name}</td>
                <td className="min-w-48 [overflow-wrap:anywhere] text-muted sm:align-middle!">
                  <StackedLabel>{m.first_value()}</StackedLabel>
                  {sample}
                </td>
                <td className="min-w-48">
                  <StackedLabel>{m.field()}</StackedLabel>
                  <Select
                    label={`${m.field()}: ${name}`}
                    isLabelHidden
                    options={fieldChoices()}
                    error={errors.fields?.[index]?.message}
                    {...register(`fields.${index}`, { deps: allFields })}
                  />
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {isDirty ? (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button type="submit" disabled={isBusy}>
            {m.check_again()}
          </Button>
          <p className="text-sm text-muted">{m.check_again_to_see()}</p>
        </div>
      ) : (
        count > 0 && (
          <Button type="submit" className="mt-6" disabled={isBusy}>
            {m.import_count_items({ count })}
          </Button>
        )
      )}
    </form>
  );
}
