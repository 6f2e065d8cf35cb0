import { z } from 'zod';
import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';

const shape = z.tuple([z.enum(['best', 'newest', 'popular', 'rating']), z.string().max(50), z.uuid()]);

/** The end of a page: its sort order, the last item's sort key as PostgreSQL prints it, and its id. */
export type Cursor = z.output<typeof shape>;

const moment = String.raw`\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?`;
const countAndMoment = new RegExp(String.raw`^\d{1,9} ${moment}$`);
const keyShapes = {
  /** The rank of the match, then as for `popular`. */
  best: new RegExp(String.raw`^[0-2]\.\d{1,9} ${moment}$`),
  newest: new RegExp(`^${moment}$`),
  /** The count, and when the item was created. */
  popular: countAndMoment,
  rating: countAndMoment,
} as const;

export const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws AppError 400 invalid_cursor if `encodeCursor` did not make the text for the same sort order. */
export function decodeCursor(text: string, sort: Cursor[0]): Cursor {
  try {
    const cursor = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (cursor[0] === sort && keyShapes[sort].test(cursor[1])) return cursor;
  } catch {
    // Every kind of damage gets the same message below.
  }
  throw refusedCursor();
}

/** A cursor that is a number: of a version, a row, or of the entries that come before. @throws AppError 400 invalid_cursor */
export function decodeNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,9}$/.test(cursor)) throw refusedCursor();
  return Number(cursor);
}

export const refusedCursor = () => new AppError('invalid_cursor', m.refused_list_page());
