import { z } from 'zod';
import { AppError } from '../errors.ts';
import { isStorable } from '../text/storable.ts';
import * as m from '../words/messages.ts';

const shape = z.tuple([
  z.string(),
  z.enum(['best', 'newest', 'popular', 'rating']),
  z.string().max(50),
  z.uuid(),
]);
type Given = z.output<typeof shape>;

/** The position where a page ends: its sort order, the last item's sort key in PostgreSQL's format, and its id. */
export type Cursor = [sort: Given[1], key: Given[2], id: Given[3]];

/** A timestamp in PostgreSQL's format. UTC offsets never reach 16 hours. */
const moment = String.raw`(?<year>\d{4}|[1-9]\d{4,5})-(?<month>0[1-9]|1[0-2])-(?<day>\d\d) ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?`;
const countAndMoment = new RegExp(String.raw`^\d{1,9} ${moment}$`);
const keyShapes = {
  /** The rank of the match, followed by the key for `popular`. */
  best: new RegExp(String.raw`^[0-2]\.\d{1,9} ${moment}$`),
  newest: new RegExp(`^${moment}$`),
  /** The count, and the item's creation time. */
  popular: countAndMoment,
  rating: countAndMoment,
} as const;

/** @param list the name of the list that the cursor belongs to */
export const encodeCursor = (list: string, cursor: Cursor) =>
  Buffer.from(JSON.stringify([list, ...cursor])).toString('base64url');

/** @throws AppError 400 invalid_cursor if the text wasn't made by `encodeCursor` for the same list and sort order */
export function decodeCursor(text: string, list: string, sort: Cursor[0]): Cursor {
  try {
    const [of, ...cursor] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (of === list && cursor[0] === sort && isMoment(cursor[1], sort)) return cursor;
  } catch {
    // All kinds of damage get the same message below.
  }
  throw refusedCursor();
}

function isMoment(text: string, sort: Cursor[0]): boolean {
  const day = keyShapes[sort].exec(text)?.groups;
  return day !== undefined && isDay(Number(day.year), Number(day.month), Number(day.day));
}

/** PostgreSQL has no year 0, and its last year is 294276. */
function isDay(year: number, month: number, day: number): boolean {
  // Leap years repeat every 400 years.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return year >= 1 && year < 294_276 && day >= 1 && day <= days;
}

/** A row's position in a list: its sort keys in order, followed by a unique one. */
export type Place = readonly (string | number | null)[];

const value = z.union([z.string().max(1_000).refine(isStorable), z.number(), z.null()]);
const placeShape = z.tuple([z.string(), z.array(value).min(1).max(5)]);

/** @param order the name of the list and of its sort order, which the cursor belongs to */
export const encodePlace = (order: string, place: Place) =>
  Buffer.from(JSON.stringify([order, place])).toString('base64url');

/** @throws AppError 400 invalid_cursor if the text wasn't made by `encodePlace` for the same order */
export function decodePlace(text: string, order: string): Place {
  try {
    const [given, place] = placeShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (given === order) return place;
  } catch {
    // All kinds of damage get the same message below.
  }
  throw refusedCursor();
}

/** Texts that PostgreSQL can parse as each type without an error. */
const printed = {
  text: () => true,
  bigint: (text: string) => /^-?\d{1,15}$/.test(text),
  timestamptz: (text: string) => isMoment(text, 'newest'),
} as const;
export type KeyType = keyof typeof printed;

/** The last row's sort key in PostgreSQL's format (null if it has none), and its id. @throws AppError 400 invalid_cursor */
export function decodeKey(text: string, order: string, type: KeyType): { key: string | null; id: string } {
  const [key, id] = decodePlace(text, order);
  const isKey = key === null || (typeof key === 'string' && printed[type](key));
  if (!isKey || !z.uuid().safeParse(id).success) throw refusedCursor();
  return { key, id: String(id) };
}

const maxNumber = 999_999_999;

/** A position in a list that is ordered by a number, such as that of a version or a row. */
export const encodeNumber = (list: string, number: number) => encodePlace(list, [number]);

/** @throws AppError 400 invalid_cursor if the text wasn't made by `encodeNumber` for the same list */
export function decodeNumber(cursor: string | undefined, list: string): number | undefined {
  if (cursor === undefined) return undefined;
  const [number] = decodePlace(cursor, list);
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > maxNumber)
    throw refusedCursor();
  return number;
}

export const refusedCursor = () => new AppError('invalid_cursor', m.refused_list_page());
