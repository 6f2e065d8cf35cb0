import { z } from 'zod';
import { AppError } from './errors.ts';

const shape = z.tuple([z.enum(['newest', 'popular', 'rating']), z.string().max(40), z.uuid()]);

/** Where a page ended: the sort it belongs to, the last item's sort key as PostgreSQL prints it, and its id. */
export type Cursor = z.output<typeof shape>;

const keyShapes = {
  newest: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
  popular: /^\d{1,9}$/,
  rating: /^\d{1,9}$/,
} as const;

export const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws AppError 400 invalid_cursor where the text was not made by `encodeCursor` for the same sort. */
export function decodeCursor(text: string, sort: Cursor[0]): Cursor {
  try {
    const cursor = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (cursor[0] === sort && keyShapes[sort].test(cursor[1])) return cursor;
  } catch {
    // Falls through to the one message for every kind of damage.
  }
  throw new AppError(
    'invalid_cursor',
    'This page of the list cannot be found. Start again from the first page.',
  );
}
