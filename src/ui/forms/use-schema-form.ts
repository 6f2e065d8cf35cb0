import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { setPlainValidationMessages } from '#platform/contract/validation-messages.ts';

setPlainValidationMessages();

/** A form of `useSchemaForm`. */
export type SchemaForm<Inputs extends FieldValues, Values extends FieldValues> = UseFormReturn<
  Inputs,
  unknown,
  Values
> & {
  /** What the schema makes of inputs; undefined where they are not valid. */
  outputOf: (inputs: Inputs) => Values | undefined;
};

/** Errors appear this late, so that a button does not move while it is being clicked. */
export const messageDelayMilliseconds = 300;

/**
 * A form validated by a schema of the contract. Its input is what the fields hold (mostly text), its output what the API
 * takes. An invalid field shows its error after it loses the focus, but not to a dialog, which gives it back; on submit the first one on
 * the page gets the focus.
 */
export function useSchemaForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): SchemaForm<z.input<Schema>, z.output<Schema>> {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
    delayError: messageDelayMilliseconds,
    // The library would focus by the order in which fields were registered, not by their order on the page.
    shouldFocusError: false,
  });
  const [refused, setRefused] = useState<FieldErrors>();
  // With the errors drawn: a screen reader reads the one of the field that gets the focus.
  useEffect(() => {
    if (refused) focusFirst(refused);
  }, [refused]);
  const register: typeof form.register = (...given) => {
    const field = form.register(...given);
    return {
      ...field,
      onBlur: async (event) => isLeftForDialog(event) || field.onBlur(event),
    };
  };
  return {
    ...form,
    register,
    outputOf: (inputs) => schema.safeParse(inputs).data,
    handleSubmit: (onValid, onInvalid) => async (event) => {
      let found: FieldErrors | undefined;
      await form.handleSubmit(onValid, (errors, submitted) => {
        found = errors;
        return onInvalid?.(errors, submitted);
      })(event);
      // The form has been told of the errors by now.
      if (found) setRefused(found);
    },
  };
}

const isLeftForDialog = ({ target, relatedTarget }: Partial<FocusEvent>): boolean => {
  const dialog = relatedTarget instanceof Element && relatedTarget.closest('[role=dialog]');
  return dialog instanceof Element && target instanceof Element && !dialog.contains(target);
};

function focusFirst(errors: FieldErrors) {
  const [first] = controlsIn(errors).sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus({ preventScroll: true });
  // In the middle, so that its error is in view too.
  first?.scrollIntoView({ block: 'center' });
}

const controlsIn = (errors: unknown): HTMLElement[] => {
  if (errors instanceof HTMLElement) return [errors];
  return typeof errors === 'object' && errors !== null ? Object.values(errors).flatMap(controlsIn) : [];
};
