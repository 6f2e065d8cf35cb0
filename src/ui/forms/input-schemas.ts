import { z } from 'zod';
import { decimalsOf } from '#platform/text/currencies.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { amountOf } from '#platform/text/money.ts';
import { formatMoney } from '../format.ts';
import * as m from '../words/messages.ts';

/** Parses the text of a number input for the contract's `schema`. Empty text is an error. */
export const numberInput = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .refine((text) => /^-?\d+(\.\d+)?$/.test(text), { error: () => m.enter_a_number(), abort: true })
    .transform(Number)
    .pipe(schema);

/** Like `numberInput`, but empty text becomes null. */
export const optionalNumberInput = (schema: z.ZodType<number, number>) => {
  const input = numberInput(schema);
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const result = input.safeParse(text);
    for (const { message } of result.error?.issues ?? []) context.addIssue(message);
    return result.data ?? z.NEVER;
  });
};

const amountExamples = [m.such_as_1999, undefined, m.such_as_19_99, m.such_as_19_990];

/** Turns "19.99" into 1999, depending on the currency's decimals. Empty text, extra decimals and amounts with a `problemOf` are errors. */
export const moneyInput = (
  schema: z.ZodType<number, number>,
  currency: string,
  problemOf: (amount: number, currency: string) => string | undefined = () => undefined,
) =>
  z
    .string()
    .trim()
    .refine((text) => Number.isFinite(amountOf(text, currency)), {
      error: m.enter_an_amount_amount_examples({
        amountExamples: amountExamples[decimalsOf(currency)]?.() ?? '',
      }),
      abort: true,
    })
    .transform((text, context) => {
      const result = schema.safeParse(amountOf(text, currency));
      const problem = result.success && problemOf(result.data, currency);
      if (result.success && !problem) return result.data;
      if (problem) context.addIssue(problem);
      for (const issue of result.error?.issues ?? [])
        context.addIssue(
          issue.code === 'too_big'
            ? m.must_be_maximum_or_less({ maximum: formatMoney(Number(issue.maximum), currency) })
            : issue.message,
        );
      return z.NEVER;
    });

/**
 * Parses a text of several entries for the contract's `schema`. An error in an entry is reported for the whole input, where the form shows
 * it, and names the entry.
 */
export const parsedInput = <Entry>(schema: z.ZodType<Entry[], Entry[]>, parse: (text: string) => Entry[]) =>
  z.string().transform((text, context) => {
    const entries = parse(text);
    const result = schema.safeParse(entries);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      const entry = path.reduce<unknown>((value, key) => Object(value)[key], entries);
      context.addIssue(entry === entries ? message : `“${shorten([entry].flat().join(', '))}”: ${message}`);
    }
    return z.NEVER;
  });

/** Turns `a, b ,"c, d"` into a list of three. */
export const listInput = (schema: z.ZodType<string[], string[]>) =>
  parsedInput(schema, (text) =>
    [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g)]
      .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"').trim() ?? plain.trim())
      .filter(Boolean),
  );

/** The lines of a text that aren't blank. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The text of a list for `listInput`: entries that contain a comma are quoted. */
export const listText = (list: readonly string[]) =>
  list.map((item) => (/,|^\s*"/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(', ');

const shorten = (text: string) => (text.length > 40 ? `${cutText(text, 30)}…` : text);
