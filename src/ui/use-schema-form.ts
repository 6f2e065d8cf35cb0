import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { setPlainValidationMessages } from '#platform/validation-messages.ts';

setPlainValidationMessages();

/**
 * A form checked by a schema of the contract. `Input` is what the fields hold (text, mostly), `Output` what the API takes.
 * A wrong field shows its message when it is left, and gets the focus on submit.
 */
export const useSchemaForm = <Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) =>
  useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
  });
