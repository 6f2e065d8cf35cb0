import { useFieldArray } from 'react-hook-form';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import type { SiteForm } from './site-form.ts';
import * as m from './words/messages.ts';

/** Links that can be added and removed. */
export function FooterLinks({ form }: { form: SiteForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'footer.links' });
  const problems = form.formState.errors.footer?.links;
  return (
    <div ref={keepRowFocus} className="space-y-6">
      {fields.map(({ id }, index) => (
        <div key={id} className="space-y-3 border-l-2 border-line pl-4">
          <div className="grid gap-3 sm:grid-cols-[1fr_2fr]">
            <Field
              label={m.label_of_link_index({ index: index + 1 })}
              {...form.register(`footer.links.${index}.label`)}
              error={problems?.[index]?.label?.message}
            />
            <Field
              label={m.address_of_link_index({ index: index + 1 })}
              placeholder="https://…"
              {...form.register(`footer.links.${index}.address`)}
              error={problems?.[index]?.address?.message}
            />
          </div>
          <Button size="small" variant="quiet" onClick={() => remove(index)}>
            {m.remove_link_index({ index: index + 1 })}
          </Button>
        </div>
      ))}
      {fields.length < limits.footerLinks && (
        <Button variant="secondary" onClick={() => append({ label: '', address: '' })}>
          {m.add_link()}
        </Button>
      )}
    </div>
  );
}
