import { contentStatuses, limits } from '#constants';
import { choicesOf, statusLabel } from '#library/catalog/public/labels.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import type { BulkChange } from './bulk.contract.ts';
import { type ChangeInput, changeInput } from './bulk-fields.ts';
import * as m from './words/messages.ts';

const fields: { value: ChangeInput['name']; label: () => string; initial: string }[] = [
  { value: 'status', label: common.status, initial: 'published' },
  { value: 'tier_access', label: common.tier_access, initial: '0' },
  { value: 'category', label: common.category, initial: '' },
  { value: 'add_tags', label: m.add_tags, initial: '' },
  { value: 'remove_tags', label: m.remove_tags, initial: '' },
];

type Props = { isBusy: boolean; apply: (change: BulkChange['change']) => void };

/** Sets one field of the selected rows to a new value. */
export function BulkForm({ isBusy, apply }: Props) {
  const { register, handleSubmit, formState, watch, resetField, clearErrors } = useSchemaForm(changeInput, {
    name: 'status',
    value: 'published',
  });
  const name = watch('name');
  const value = { label: m.new_value(), isLabelHidden: true, error: formState.errors.value?.message };
  return (
    <form
      method="post"
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={handleSubmit((change) => !isBusy && apply(change))}
    >
      <Select
        label={m.what_to_change()}
        isLabelHidden
        options={fields.map((field) => ({ value: field.value, label: field.label() }))}
        {...register('name', {
          onChange: ({ target }) => {
            resetField('value', {
              defaultValue: fields.find((field) => field.value === target.value)?.initial,
            });
            clearErrors();
          },
        })}
      />
      {name === 'status' ? (
        <Select {...value} options={choicesOf(contentStatuses, statusLabel)} {...register('value')} />
      ) : (
        <Field
          {...value}
          className="w-44"
          {...(name === 'tier_access'
            ? { type: 'number', min: 0, max: limits.accessLevel }
            : { type: 'text' })}
          {...register('value')}
        />
      )}
      <Button type="submit" size="small" className="min-h-11" disabled={isBusy}>
        {m.apply()}
      </Button>
    </form>
  );
}
