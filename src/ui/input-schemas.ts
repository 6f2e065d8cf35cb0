import { z } from 'zod';
import { centsOf } from '#platform/money.ts';

/** What a number input holds, as the number that the contract's `schema` takes. Empty text is no number. */
export const numberInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .refine((text) => /^-?\d+(\.\d+)?$/.test(text), { error: 'Enter a number', abort: true })
    .transform(Number)
    .pipe(schema);

/** "19.99" as 1999 cents. Empty text and fractions of a cent are no amount. */
export const dollarsInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .refine((text) => text !== '' && Number.isFinite(centsOf(text)) && !/[.,]\d{3}/.test(text), {
      error: 'Enter an amount, such as 19.99',
      abort: true,
    })
    .transform(centsOf)
    .pipe(schema);

/** "a, b ,c" as a list. What is wrong with one entry is said of the whole input. */
export const listInput = (schema: z.ZodType<string[], string[]>) =>
  z.string().transform((text, context) => {
    const list = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    const result = schema.safeParse(list);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      const item = list[Number(path[0])];
      context.addIssue(item === undefined ? message : `“${item.slice(0, 30)}…”: ${message}`);
    }
    return z.NEVER;
  });
