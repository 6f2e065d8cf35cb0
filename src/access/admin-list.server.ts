import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdminListQuery } from '#platform/contract/contract-fields.ts';
import { decodeCursor, encodeCursor } from '#platform/database/cursor.server.ts';
import type { Database } from './database.ts';
import type { Grant } from './decide.ts';

type Request = {
  table: 'audit_log' | 'gifts' | 'prompts' | 'playbooks' | 'profiles';
  /** The columns of a row; the table keeps its own name in the query. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** The column that `q` searches, or a condition for the rows. */
  rows: { searched: string } | { condition: RawBuilder<SqlBool> };
  /** A sort order other than newest first; its pages are requested by number. */
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
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 'newest');
  const after = cursor
    ? sql`(${column('created_at')}, ${column('id')}) < (${cursor[1]}::timestamptz, ${cursor[2]}::uuid)`
    : sql`true`;
  const { page = 1 } = query;
  const by = request.order
    ? sql`${request.order.key} ${sql.raw(request.order.isAscending ? 'asc' : 'desc')} nulls last`
    : sql`${column('created_at')} desc`;
  const order = sql`order by ${by}, ${column('id')} desc`;
  // Select ids first, so that the skipped rows of a deep page are read from an index only.
  const read = sql<Row & { sort_key: string }>`
    with wanted as materialized (
      select ${column('id')} from ${name} ${request.order ? joins : sql``} where ${matches} and ${after}
      ${order} limit ${query.limit + 1} offset ${(page - 1) * query.limit})
    select ${columns}, ${column('created_at')}::text as sort_key from wanted join ${name} on ${column('id')} = wanted.id ${joins}
    ${order}`;
  const counted = sql<{ total: number }>`select count(*)::int as total from ${name} where ${matches}`;
  const [{ rows }, { rows: counts }] = await Promise.all([read.execute(db), counted.execute(db)]);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    total: counts[0]?.total ?? 0,
    // Cursors only support sorting by date.
    next_cursor:
      rows.length > query.limit && last && !request.order
        ? encodeCursor(['newest', last.sort_key, last.id])
        : null,
  };
}

function among({ table, rows, query }: Request): RawBuilder<SqlBool> {
  if ('condition' in rows) return rows.condition;
  const q = query.q?.trim();
  if (!q) return sql<SqlBool>`true`;
  const text = `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(`${table}.${rows.searched}`)}) like ${text}`;
}
