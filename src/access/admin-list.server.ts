import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdminListQuery } from '#platform/contract/contract.ts';
import {
  decodeCursor,
  decodeKey,
  encodeCursor,
  encodePlace,
  type KeyType,
} from '#platform/database/cursor.server.ts';
import type { Database } from './database.ts';
import type { Grant } from './decide.ts';

/** The sort order of a table, with the type of its key. Rows without a key come last. */
export type AdminOrder = { key: RawBuilder<unknown>; type: KeyType; name: string; isAscending: boolean };

type Request = {
  table: 'audit_log' | 'gifts' | 'prompts' | 'playbooks' | 'profiles';
  /** The columns of a row; the table keeps its own name in the query. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** Which rows to list. It can't use `joins`, which the count leaves out. */
  condition: RawBuilder<SqlBool>;
  /** A sort order other than newest first. */
  order?: AdminOrder | undefined;
  query: AdminListQuery & { page?: number | undefined };
};

/** A page of an admin table, newest first by default, with the total number of matching rows. */
export async function listForAdmins<Row extends { id: string }>(
  db: Database,
  _proof: Grant<'site', 'administer' | 'see-audit-log' | 'see-catalog' | 'see-members'>,
  request: Request,
) {
  const { table, columns, joins, condition, order, query } = request;
  const name = sql.table(table);
  const column = (columnName: string) => sql.ref(`${table}.${columnName}`);
  const after = query.cursor === undefined ? sql`true` : behind(request, query.cursor);
  const by = order
    ? sql`${order.key} ${sql.raw(order.isAscending ? 'asc' : 'desc')} nulls last`
    : sql`${column('created_at')} desc`;
  const ordered = sql`order by ${by}, ${column('id')} desc`;
  const offset = ((query.page ?? 1) - 1) * query.limit;
  // Selects ids first, so that the skipped rows of a deep page are only read from an index.
  const read = sql<Row & { sort_key?: string }>`
    with wanted as materialized (
      select ${column('id')} from ${name} ${order ? joins : sql``} where ${condition} and ${after}
      ${ordered} limit ${query.limit + 1} offset ${offset})
    select ${columns}, (${order?.key ?? column('created_at')})::text as sort_key
    from wanted join ${name} on ${column('id')} = wanted.id ${joins} ${ordered}`;
  const counted = sql<{ total: number }>`select count(*)::int as total from ${name} where ${condition}`;
  const [{ rows }, { rows: counts }] = await Promise.all([read.execute(db), counted.execute(db)]);
  const items = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return {
    items,
    total: counts[0]?.total ?? 0,
    next_cursor: last ? cursorOf(request, last) : null,
  };
}

const nameOf = (table: string, { name, isAscending }: AdminOrder) =>
  `${table} by ${name} ${isAscending ? 'asc' : 'desc'}`;
const cursorOf = ({ table, order }: Request, { sort_key, id }: { sort_key?: string; id: string }) =>
  order
    ? encodePlace(nameOf(table, order), [sort_key ?? null, id])
    : encodeCursor(table, ['newest', sort_key ?? '', id]);

/** SQL for the rows after the cursor's. @throws AppError 400 invalid_cursor */
function behind({ table, order }: Request, cursor: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (!order) {
    const [, at, id] = decodeCursor(cursor, table, 'newest');
    return sql`(${column('created_at')}, ${column('id')}) < (${at}::timestamptz, ${id}::uuid)`;
  }
  const { key, id } = decodeKey(cursor, nameOf(table, order), order.type);
  const isOlder = sql`${column('id')} < ${id}::uuid`;
  if (key === null) return sql`((${order.key}) is null and ${isOlder})`;
  const last = sql`${key}::${sql.raw(order.type)}`;
  const direction = sql.raw(order.isAscending ? '>' : '<');
  return sql`((${order.key}) ${direction} ${last} or (${order.key}) is null or (${order.key}) = ${last} and ${isOlder})`;
}
