import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { List, PageQuery, WholeQuery } from '../contract/contract.ts';
import {
  decodeCursor,
  decodeKey,
  decodePlace,
  encodeCursor,
  encodePlace,
  type Place,
  refusedCursor,
} from './cursor.server.ts';

/**
 * Returns the requested page of a list that was loaded as a whole, or all of it. The cursor has the last row's position and
 * the fingerprint of the next one's, so that rows added or removed in between don't shift the next page.
 * @param list the name of the list, which its cursors belong to
 * @param placeOf gives a row's position in the list's order: ascending, null last
 * @throws AppError 400 invalid_cursor
 */
export function pageOf<Item>(
  list: string,
  all: Item[],
  { limit = all.length, cursor }: WholeQuery,
  placeOf: (item: Item) => Place,
): List<Item> {
  const start = cursor === undefined ? 0 : startAfter(all.map(placeOf), decodePlace(cursor, list));
  const items = all.slice(start, start + limit);
  const [last, next] = [all[start + limit - 1], all[start + limit]];
  const next_cursor = last && next ? encodePlace(list, [...placeOf(last), printOf(placeOf(next))]) : null;
  return { items, total: all.length, next_cursor };
}

/** Short, whatever texts the rows are sorted by. */
const printOf = (place: Place) =>
  createHash('sha256').update(JSON.stringify(place)).digest('base64url').slice(0, 12);

/** The index after the last row, or of the next one if that is gone. */
function startAfter(places: Place[], cursor: Place): number {
  const last = cursor.slice(0, -1);
  const index = places.findIndex((place) => isDeepStrictEqual(place, last));
  if (index >= 0) return index + 1;
  const next = places.findIndex((place) => printOf(place) === cursor.at(-1));
  if (next >= 0) return next;
  // Both are gone. The database may sort a little differently, such as by parts of a millisecond.
  const later = places.findIndex((place) => compare(place, last) > 0);
  return later < 0 ? places.length : later;
}

function compare(place: Place, other: Place): number {
  for (const [index, value] of place.entries()) {
    const than = other[index] ?? null;
    if (value === than) continue;
    if (value === null || than === null) return value === null ? 1 : -1;
    return value > than ? 1 : -1;
  }
  return 0;
}

/**
 * The same for rows in a custom order. The cursor has the ids of the last row and the next one.
 * @throws AppError 400 invalid_cursor, also if both are gone
 */
export function pageByHand<Item extends { id: string }>(
  list: string,
  all: Item[],
  { limit = all.length, cursor }: WholeQuery,
): List<Item> {
  let start = 0;
  if (cursor !== undefined) {
    const [last, next] = decodePlace(cursor, list).map((id) => all.findIndex((item) => item.id === id));
    start = last === undefined || last < 0 ? (next ?? -1) : last + 1;
    if (start < 0) throw refusedCursor();
  }
  const [last, next] = [all[start + limit - 1], all[start + limit]];
  return {
    items: all.slice(start, start + limit),
    total: all.length,
    next_cursor: last && next ? encodePlace(list, [last.id, next.id]) : null,
  };
}

export const newestFirst = ({ created_at, id }: { created_at: string; id: string }): Place => [
  -Date.parse(created_at),
  id,
];
export const lastChangedFirst = ({ updated_at, id }: { updated_at: string; id: string }): Place => [
  -Date.parse(updated_at),
  id,
];

/** A whole list as the API returns lists, for responses of other actions. */
export const allOf = <Item>(items: Item[]): List<Item> => ({ items, total: items.length, next_cursor: null });

/** A page of rows by title, then by id; the cursor has the last row. @throws AppError 400 invalid_cursor */
export function pageByTitle(list: string, { limit, cursor }: PageQuery) {
  const last = cursor === undefined ? undefined : decodeKey(cursor, list, 'text');
  return {
    condition: last ? sql<boolean>`(title, id) > (${last.key}::text, ${last.id}::uuid)` : sql<boolean>`true`,
    /** With one more row than the page. */
    ordered: sql`order by title, id limit ${limit + 1}`,
    of<Row extends { id: string; title: string }>(rows: Row[]) {
      const items = rows.slice(0, limit);
      const end = rows.length > limit ? items.at(-1) : undefined;
      return { items, next_cursor: end ? encodePlace(list, [end.title, end.id]) : null };
    },
  };
}

/**
 * A page of rows by time, latest first. The cursor has the last row, so that rows added or removed in between don't
 * shift the next page.
 * @param time the column name, like `id` as it is called in the query
 * @throws AppError 400 invalid_cursor
 */
export function pageByTime({ limit, cursor }: PageQuery, { time, id }: { time: string; id: string }) {
  const [key, row] = [sql.ref(time), sql.ref(id)];
  const [, at, last] = cursor === undefined ? [] : decodeCursor(cursor, time, 'newest');
  return {
    sortKey: sql`${key}::text as sort_key`,
    condition: at ? sql`(${key}, ${row}) < (${at}::timestamptz, ${last}::uuid)` : sql`true`,
    /** With one more row than the page. */
    ordered: sql`order by ${key} desc, ${row} desc limit ${limit + 1}`,
    of<Row extends { id: string; sort_key: string }>(rows: Row[]) {
      const shown = rows.slice(0, limit);
      const end = rows.length > limit ? shown.at(-1) : undefined;
      return {
        rows: shown.map(({ sort_key: _key, ...row }) => row),
        next_cursor: end ? encodeCursor(time, ['newest', end.sort_key, end.id]) : null,
      };
    },
  };
}
