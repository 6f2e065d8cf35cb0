import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '#platform/client/api-client.ts';

/**
 * Shows a server error that names a field, such as "price: Must be 0 or more", at that field.
 * @returns the field's message, or undefined if the error names no field of the form.
 */
export function showAtField<Inputs extends FieldValues, Values extends FieldValues>(
  form: UseFormReturn<Inputs, unknown, Values>,
  error: unknown,
): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined;
  const [, path, message] = /^([\w.]+): (.+)$/s.exec(error.message) ?? [];
  if (!path || !message || !((path.split('.')[0] ?? '') in form.getValues())) return undefined;
  form.setError(path as Path<Inputs>, { message }, { shouldFocus: true });
  // The library can't focus a field that is only known by its name. A dialog's follows those of the page.
  if (!get(form.control._fields, `${path}._f.ref.focus`))
    [...document.getElementsByName(path)].at(-1)?.focus();
  return message;
}
