import { z } from 'zod';
import { limits, listLimitDefault, listLimitMaximum } from '#constants';
import * as m from '../words/messages.ts';

/** UTC ISO 8601. */
export const timestamp = z.iso.datetime();

/** As PostgreSQL writes it, so that ids are the same where they are equal. */
export const uuid = z.uuid().toLowerCase();

/** Joiners, soft hyphens, fillers: beside visible characters they have a meaning. */
const unseen = /\p{Default_Ignorable_Code_Point}/u;
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;
/** Nothing to be seen, and something besides spaces. Two questions, because one pattern for both would take quadratic time. */
const isInvisible = (value: string) => !visible.test(value) && unseen.test(value);

/** Refuses what PostgreSQL cannot store as it is: NUL, and half of a character. Text without a visible character counts as empty. */
export const storable = (schema: z.ZodString) =>
  schema
    .overwrite((value) => (isInvisible(value) ? '' : value))
    .refine((value) => !value.includes('\0') && value.isWellFormed(), {
      error: () => m.contains_characters_that_cant_be_stored(),
    });
/** Text that PostgreSQL can store: no NUL, well-formed Unicode. */
export const text = (max: number) => storable(z.string().max(max));
export const line = (max: number) => storable(z.string().trim().max(max));
/** What is listed by its name, such as titles, categories and tags. Names that look the same are the same. */
export const nameLine = (max: number) => storable(z.string().overwrite(asName).max(max));
/** On one line, and with accents as one character. */
export const asName = (text: string) =>
  text
    .replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? ' ' : space))
    .trim()
    .normalize('NFC');
/** Names in one text, separated by commas, in the one way in which it is kept. */
export const asNames = (text: string) =>
  text
    .split(',')
    .map(asName)
    .filter((name) => visible.test(name))
    .join(', ');
/** The categories of an item. */
export const categoryLine = (max: number) => storable(z.string().overwrite(asNames).max(max));
export const nameList = (max: number, maxLength: number) => z.array(line(maxLength).min(1)).max(max);
/** The URL of an image, on this site or elsewhere. Empty and null mean none. */
export const imageAddress = text(2_000)
  .regex(/^(\/media\/[\w./-]+|https?:\/\/\S+)?$/, { error: () => m.enter_the_address_of_an_image() })
  .transform((value) => value || null)
  .nullable();

/** A whole number in an address, where everything is text. Made a number, nothing would be 0, and `0x10` 16. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );

/** Yes or no in an address. Other words, such as `yes`, are refused: a program that means something else by them would not notice. */
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

const listLimit = wholeNumber(1, listLimitMaximum);

/** The query of a list that comes in pages. */
export const pageQuery = z.object({
  limit: listLimit.default(listLimitDefault),
  cursor: z.string().max(2_000).optional(),
});
export type PageQuery = z.output<typeof pageQuery>;

/** The query of a list that is short by nature: without a `limit` it comes whole. */
export const wholeQuery = pageQuery.extend({ limit: listLimit.optional() });
export type WholeQuery = z.output<typeof wholeQuery>;

/** The query of an admin table; `q` searches in titles. */
export const adminListQuery = z.object({ q: text(limits.searchText).optional(), ...pageQuery.shape });
export type AdminListQuery = z.output<typeof adminListQuery>;
