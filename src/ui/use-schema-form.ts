import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { setPlainValidationMessages } from '#platform/validation-messages.ts';

setPlainValidationMessages();

/**
 * A form checked by a schema of the contract. `Input` is what the fields hold (text, mostly), `Output` what the API takes.
 * A wrong field shows its message when it is left; on submit the first wrong one on the page gets the focus.
 */
export function useSchemaForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
    // It would take the order in which fields came to the page, not the one in which people see them.
    shouldFocusError: false,
  });
  return {
    ...form,
    handleSubmit: (onValid, onInvalid) =>
      form.handleSubmit(onValid, (errors, event) => {
        focusFirst(errors);
        return onInvalid?.(errors, event);
      }),
  };
}

function focusFirst(errors: FieldErrors) {
  const [first] = controlsIn(errors).sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}

const controlsIn = (errors: unknown): HTMLElement[] => {
  if (errors instanceof HTMLElement) return [errors];
  return typeof errors === 'object' && errors !== null ? Object.values(errors).flatMap(controlsIn) : [];
};
