import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { setPlainValidationMessages } from '#platform/validation-messages.ts';

setPlainValidationMessages();

/**
 * A form checked by a schema of the contract. Its input is what the fields hold (text, mostly), its output what the API takes.
 * A wrong field shows its message when it is left, and gets the focus on submit.
 */
export const useSchemaForm = <Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> =>
  useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
    // A message that came at once would move what the click that left the field is aimed at.
    delayError: 300,
  });
