import { z } from 'zod';
import { centsOf } from '#platform/money.ts';
import { formatDollarsAndCents } from './format.ts';

/** Turns the text of a number input into the number that the contract's `schema` takes. Empty text is an error. */
export const numberInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .refine((text) => /^-?\d+(\.\d+)?$/.test(text), { error: 'Enter a number', abort: true })
    .transform(Number)
    .pipe(schema);

/** Turns "19.99" into 1999 cents. Empty text and fractions of a cent are errors. */
export const dollarsInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .refine((text) => text !== '' && Number.isFinite(centsOf(text)) && !/[.,]\d{3}/.test(text), {
      error: 'Enter an amount, such as 19.99',
      abort: true,
    })
    .transform((text, context) => {
      const result = schema.safeParse(centsOf(text));
      if (result.success) return result.data;
      for (const issue of result.error.issues)
        context.addIssue(
          issue.code === 'too_big'
            ? `Must be ${formatDollarsAndCents(Number(issue.maximum))} or less`
            : issue.message,
        );
      return z.NEVER;
    });

/** Turns "a, b ,c" into a list. An error in one entry is reported for the whole input. */
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
      context.addIssue(item === undefined ? message : `“${shorten(item)}”: ${message}`);
    }
    return z.NEVER;
  });

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 30)}…` : text);
