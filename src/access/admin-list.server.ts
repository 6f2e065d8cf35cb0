import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdminListQuery } from '#platform/contract/contract-fields.ts';
import { decodeCursor, encodeCursor } from '#platform/database/cursor.server.ts';
import { placeOf } from '#platform/database/list-page.server.ts';
import type { Database } from './database.ts';
import type { Grant } from './decide.ts';

type Request = {
  table: 'audit_log' | 'gifts' | 'prompts' | 'playbooks' | 'profiles';
  /** The columns of a row; the table keeps its own name in the query. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** The column that `q` searches, or a condition for the rows. */
  rows: { searched: string } | { condition: RawBuilder<SqlBool> };
  /** A sort order other than newest first. */
  order?: { key: RawBuilder<unknown>; isAscending: boolean } | undefined;
  query: AdminListQuery & { page?: number | undefined };
};

/** A page of an admin's table, newest first unless said otherwise, with the total number of matching rows. */
export async function listForAdmins<Row extends { id: string }>(
  db: Database,
  _proof: Grant<'site', 'administer' | 'see-audit-log' | 'see-catalog' | 'see-members'>,
  request: Request,
) {
  const { table, columns, joins, query } = request;
  const name = sql.table(table);
  const column = (columnName: string) => sql.ref(`${table}.${columnName}`);
  const matches = among(request);
  // Only the order by date has cursors of its own; those of another count the entries before.
  const { offset, next } = placeOf({
    limit: query.limit,
    cursor: query.page ? String((query.page - 1) * query.limit) : request.order ? query.cursor : undefined,
  });
  const cursor =
    query.cursor === undefined || request.order ? undefined : decodeCursor(query.cursor, 'newest');
  const after = cursor
    ? sql`(${column('created_at')}, ${column('id')}) < (${cursor[1]}::timestamptz, ${cursor[2]}::uuid)`
    : sql`true`;
  const by = request.order
    ? sql`${request.order.key} ${sql.raw(request.order.isAscending ? 'asc' : 'desc')} nulls last`
    : sql`${column('created_at')} desc`;
  const order = sql`order by ${by}, ${column('id')} desc`;
  // Select ids first, so that the skipped rows of a deep page are read from an index only.
  const read = sql<Row & { sort_key: string }>`
    with wanted as materialized (
      select ${column('id')} from ${name} ${request.order ? joins : sql``} where ${matches} and ${after}
      ${order} limit ${query.limit + 1} offset ${offset})
    select ${columns}, ${column('created_at')}::text as sort_key from wanted join ${name} on ${column('id')} = wanted.id ${joins}
    ${order}`;
  const counted = sql<{ total: number }>`select count(*)::int as total from ${name} where ${matches}`;
  const [{ rows }, { rows: counts }] = await Promise.all([read.execute(db), counted.execute(db)]);
  const items = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  const total = counts[0]?.total ?? 0;
  return {
    items,
    total,
    next_cursor: request.order ? next(total) : last ? encodeCursor(['newest', last.sort_key, last.id]) : null,
  };
}

function among({ table, rows, query }: Request): RawBuilder<SqlBool> {
  if ('condition' in rows) return rows.condition;
  const q = query.q?.trim();
  if (!q) return sql<SqlBool>`true`;
  const text = `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(`${table}.${rows.searched}`)}) like ${text}`;
}
