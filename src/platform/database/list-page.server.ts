import { sql } from 'kysely';
import type { List } from '../contract/contract.ts';
import type { PageQuery, WholeQuery } from '../contract/contract-fields.ts';
import { decodeCursor, decodeNumber, encodeCursor } from './cursor.server.ts';

/** A list that was read whole, or the page of it that is asked for. @throws AppError 400 invalid_cursor */
export function pageOf<Item>(all: Item[], { limit = all.length, cursor }: WholeQuery): List<Item> {
  const { offset, next } = placeOf({ limit, cursor });
  return { items: all.slice(offset, offset + limit), total: all.length, next_cursor: next(all.length) };
}

/** All of a list, in an answer that has it besides what it does. */
export const allOf = <Item>(all: Item[]): List<Item> => pageOf(all, {});

/** Where a page begins whose cursor says how many entries come before it. @throws AppError 400 invalid_cursor */
export function placeOf({ limit, cursor }: PageQuery) {
  const offset = decodeNumber(cursor) ?? 0;
  return {
    offset,
    next: (total: number) => (offset + limit < total ? String(offset + limit) : null),
  };
}

/**
 * A page of rows by a time, the latest first. Its cursor names the last row, so that rows that come or go meanwhile move no other.
 * @param time the column, as `id` a name in the query
 * @throws AppError 400 invalid_cursor
 */
export function pageByTime({ limit, cursor }: PageQuery, { time, id }: { time: string; id: string }) {
  const [key, row] = [sql.ref(time), sql.ref(id)];
  const [, at, last] = cursor === undefined ? [] : decodeCursor(cursor, 'newest');
  return {
    sortKey: sql`${key}::text as sort_key`,
    condition: at ? sql`(${key}, ${row}) < (${at}::timestamptz, ${last}::uuid)` : sql`true`,
    /** With one row more than the page has. */
    ordered: sql`order by ${key} desc, ${row} desc limit ${limit + 1}`,
    of<Row extends { id: string; sort_key: string }>(rows: Row[]) {
      const shown = rows.slice(0, limit);
      const end = rows.length > limit ? shown.at(-1) : undefined;
      return {
        rows: shown.map(({ sort_key: _key, ...row }) => row),
        next_cursor: end ? encodeCursor(['newest', end.sort_key, end.id]) : null,
      };
    },
  };
}
