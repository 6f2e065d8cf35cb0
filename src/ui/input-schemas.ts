import { z } from 'zod';
import { centsOf } from '#platform/money.ts';

/** What a text input holds, as the number that the contract's `schema` takes. */
export const numberInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => /^-?\d+(\.\d+)?$/.test(text), { error: 'Enter a number', abort: true })
    .transform(Number)
    .pipe(schema);

/** "19.99" as 1999 cents. */
export const dollarsInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => Number.isFinite(centsOf(text)), {
      error: 'Enter an amount, such as 19.99',
      abort: true,
    })
    .transform(centsOf)
    .pipe(schema);

/** "a, b ,c" as a list. */
export const listInput = (schema: z.ZodType<string[], string[]>) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .pipe(schema);
