import type { List } from '../contract/contract.ts';
import type { PageQuery, WholeQuery } from '../contract/contract-fields.ts';
import { decodeNumber } from './cursor.server.ts';

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
