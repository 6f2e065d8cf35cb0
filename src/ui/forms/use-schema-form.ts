import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { setPlainValidationMessages } from '#platform/contract/validation-messages.ts';
import * as m from '../words/messages.ts';

setPlainValidationMessages();

export type SchemaForm<Inputs extends FieldValues, Values extends FieldValues> = UseFormReturn<
  Inputs,
  unknown,
  Values
> & {
  /** The schema's output for these inputs; undefined if they aren't valid. */
  outputOf: (inputs: Inputs) => Values | undefined;
};

/** Errors are delayed, so that a button doesn't move while it is being clicked. */
export const messageDelayMilliseconds = 300;

/**
 * A form validated by a schema of the contract. Its input is the fields' values (mostly text), its output is what the API takes. An invalid
 * field shows its error after it loses the focus, unless it loses it to a dialog, which gives it back. On submit, the first invalid field
 * on the page gets the focus.
 */
export function useSchemaForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): SchemaForm<z.input<Schema>, z.output<Schema>> {
  const validate = refusingHalves(zodResolver(schema));
  /** After rows are added or moved, the library validates all of them. Nothing has been typed into a new one yet, so the errors stay. */
  const resolver: Resolver<z.input<Schema>, unknown, z.output<Schema>> = async (values, context, options) => {
    const [name, ...others] = options.names ?? [];
    if (
      name === undefined ||
      others.length > 0 ||
      !Array.isArray(get(values, name)) ||
      get(options.fields, name)
    )
      return validate(values, context, options);
    const errors = {};
    set(errors, name, get(form.control._formState.errors, name));
    return { values: {}, errors };
  };
  const form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> = useForm({
    resolver,
    defaultValues,
    mode: 'onTouched',
    delayError: messageDelayMilliseconds,
    // The library would focus fields in the order they were registered, not in their order on the page.
    shouldFocusError: false,
  });
  const [refused, setRefused] = useState<FieldErrors>();
  // Once the errors are rendered, so that a screen reader reads the one of the focused field.
  useEffect(() => {
    if (refused) focusFirst(refused);
  }, [refused]);
  const register: typeof form.register = (...given) => {
    const field = form.register(...given);
    return {
      ...field,
      async onBlur(event) {
        if (isLeftForDialog(event)) return;
        await field.onBlur(event);
        // Emptying a half-typed field doesn't change its value, so nothing has checked it again.
        if (form.getFieldState(given[0]).error?.type === 'badInput') await form.trigger(given[0]);
      },
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
      // By now the form's state contains the errors.
      if (found) setRefused(found);
    },
  };
}

/** A half-typed date or number has an empty value, which the schema would take for "none". */
const refusingHalves =
  <Inputs extends FieldValues, Values>(
    resolver: Resolver<Inputs, unknown, Values>,
  ): Resolver<Inputs, unknown, Values> =>
  async (values, context, options) => {
    const result = await resolver(values, context, options);
    const errors: FieldErrors = { ...result.errors };
    for (const name of options.names ?? []) {
      const ref: unknown = get(options.fields, `${name}.ref`);
      // A field that is no longer shown keeps its element here.
      if (ref instanceof HTMLInputElement && ref.isConnected && ref.validity.badInput)
        set(errors, name, { type: 'badInput', message: halfTyped(ref), ref });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as FieldErrors<Inputs> } : result;
  };

function halfTyped({ type }: HTMLInputElement): string {
  if (type === 'number') return m.enter_a_number();
  return type === 'date' ? m.enter_a_whole_date() : m.enter_a_day_and_a_time();
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
  // In the center, so that its error is visible too.
  first?.scrollIntoView({ block: 'center' });
}

const controlsIn = (errors: unknown): HTMLElement[] => {
  if (errors instanceof HTMLElement) return [errors];
  if (typeof errors !== 'object' || errors === null) return [];
  // A field of several controls is only known by its name.
  if ('name' in errors && typeof errors.name === 'string')
    return [...document.getElementsByName(errors.name)];
  return Object.values(errors).flatMap(controlsIn);
};
