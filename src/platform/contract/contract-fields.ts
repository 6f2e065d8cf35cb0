import { z } from 'zod';
import { isStorable } from '../text/storable.ts';
import * as m from '../words/messages.ts';

/** An ISO 8601 timestamp in UTC. A given one may have an offset, as RFC 3339 allows. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .overwrite((time) => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString()))
  .describe('UTC');

/** In lowercase, like PostgreSQL returns it, so that equal ids are equal strings. */
export const uuid = z.uuid().toLowerCase();

/** Joiners, soft hyphens and fillers; next to visible characters they have a meaning. */
const unseen = /\p{Default_Ignorable_Code_Point}/u;
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;
/**
 * Whether a text has only invisible characters, and not just spaces. Two patterns, because a single one would take
 * quadratic time.
 */
const isInvisible = (value: string) => !visible.test(value) && unseen.test(value);

/**
 * Refuses text that PostgreSQL can't store unchanged: NUL and lone surrogates. Text without a visible character counts
 * as empty.
 */
export const storable = (schema: z.ZodString) =>
  schema
    .overwrite((value) => (isInvisible(value) ? '' : value))
    .refine(isStorable, { error: () => m.contains_characters_that_cant_be_stored() });
/** Text that PostgreSQL can store: no NUL, well-formed Unicode. */
export const text = (max: number) => storable(z.string().max(max));
export const line = (max: number) => storable(z.string().trim().max(max));
/**
 * A name by which things are listed, such as a title, category or tag. Normalized, so that names that look the same are
 * equal.
 */
export const nameLine = (max: number) => storable(z.string().overwrite(asName).max(max));
/** Puts a name on one line, and composes accented characters. */
export const asName = (text: string) =>
  text
    .replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? ' ' : space))
    .trim()
    .normalize('NFC');
/** Names in a list count once, whatever their case; the first one is kept. */
function withoutRepeats(names: string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size < seen.add(name.toLowerCase()).size);
}
/** Longer lists of names are refused in any case. */
const longestNames = 20_000;
/** Normalizes a comma-separated list of names, each of them once; not one of millions of names, which would take seconds. */
export const asNames = (text: string) =>
  text.length > longestNames
    ? text
    : withoutRepeats(
        text
          .split(',')
          .map(asName)
          .filter((name) => visible.test(name)),
      ).join(', ');
/** An item's categories, separated by commas. */
export const categoryLine = (max: number) => storable(z.string().overwrite(asNames).max(max));
/** An item's tags. */
export const tagList = (max: number, maxLength: number) =>
  z.array(nameLine(maxLength).min(1)).max(max).overwrite(withoutRepeats);
export const nameList = (max: number, maxLength: number) => z.array(line(maxLength).min(1)).max(max);
/** An email address as it is stored. */
export const emailAddress = z.email().max(255);
/** The URL of an image, on this site or another. Empty and null mean no image. */
export const imageAddress = text(2_000)
  .regex(/^(\/media\/[\w./-]+|https?:\/\/\S+)?$/, { error: () => m.enter_the_address_of_an_image() })
  .transform((value) => value || null)
  .nullable();

/** In a URL, any other number is a text, too. */
const notWhole: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input !== undefined ? m.enter_a_whole_number() : undefined;

/** An integer in a URL, where everything is text. Plain coercion would read an empty text as 0, and `0x10` as 16. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int({ error: notWhole }).min(min).max(max),
  );

/**
 * A boolean in a URL. Other words, such as `yes`, are refused, because a client that means something else by them
 * wouldn't notice.
 */
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
