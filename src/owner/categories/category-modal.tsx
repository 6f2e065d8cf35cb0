import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { RecordModal } from '#ui/saving/record-modal.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import * as common from '#ui/words/messages.ts';
import type { AdminCategory } from './categories-admin.contract.ts';
import { invalidateCategories } from './categories-query.ts';
import { categoryForm, emptyCategory, fieldLabels, toInputs } from './category-form.ts';
import * as m from './words/messages.ts';

type Props = { category?: AdminCategory; close: () => void };

/** Adds a category, or renames, describes and hides one. */
export function CategoryModal({ category, close }: Props) {
  const client = useQueryClient();
  const form = useSchemaForm(categoryForm(!category), category ? toInputs(category) : emptyCategory);
  const { register, formState, setValue, control } = form;
  const { errors } = formState;
  const earlier = useWatch({ control, name: 'earlier_names' });
  const record = useRecordSave({
    form,
    draft: `category:${category?.id ?? 'new'}`,
    opened: category?.updated_at,
    create: async ({ id, name, description, is_hidden }) =>
      (await api.admin.categories.$post({ json: { id, name, description, is_hidden } })).json(),
    update: async (json, made) =>
      (await api.admin.categories[':id'].$patch({ param: { id: category?.id ?? made }, json })).json(),
    toInputs,
    readCurrent: async (made) =>
      (await api.admin.categories[':id'].$get({ param: { id: category?.id ?? made } })).json(),
    explain: (error, atField) => atField ?? reasonOr(error, m.failed_to_save_category()),
    async onSaved() {
      toast.success(category ? m.category_saved() : m.category_added());
      await invalidateCategories(client);
    },
    close,
  });
  return (
    <RecordModal
      title={category ? m.edit_category() : m.add_category()}
      close={close}
      isDirty={formState.isDirty}
      record={record}
      labels={fieldLabels}
      saveLabel={category ? common.save_changes() : m.add_category()}
    >
      <Field
        label={m.name()}
        hint={category && m.all_names_follow()}
        {...register('name')}
        error={errors.name?.message}
      />
      {category && (
        <Field
          label={common.address()}
          hint={common.earlier_addresses_keep_leading()}
          {...register('slug')}
          error={errors.slug?.message}
        />
      )}
      <TextArea
        label={common.description()}
        hint={m.what_it_is_about()}
        {...register('description')}
        error={errors.description?.message}
      />
      <Checkbox label={m.hide_category()} hint={m.hide_category_hint()} {...register('is_hidden')} />
      {earlier.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">{m.earlier_names()}</legend>
          <ul ref={keepRowFocus} className="flex flex-wrap gap-2">
            {earlier.map((name) => (
              <li
                key={name}
                className="inline-flex items-center rounded-full border border-line pl-3 text-sm"
              >
                {name}
                <Button
                  size="small"
                  variant="quiet"
                  className="rounded-full"
                  aria-label={m.remove_earlier_name({ name })}
                  onClick={() =>
                    setValue(
                      'earlier_names',
                      earlier.filter((other) => other !== name),
                      { shouldDirty: true },
                    )
                  }
                >
                  <X className="size-4" aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          <p className="mt-1.5 text-[0.8125rem] text-muted">{m.earlier_names_hint()}</p>
        </fieldset>
      )}
    </RecordModal>
  );
}
