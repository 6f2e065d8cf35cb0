import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdminListQuery } from '#platform/contract-fields.ts';
import { decodeCursor, encodeCursor } from '#platform/cursor.server.ts';
import type { Database } from './database.ts';
import type { Grant } from './decide.ts';

type Request = {
  table: 'gifts' | 'prompts' | 'playbooks' | 'profiles';
  /** What the rows have; the table has its own name. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** The column in which `q` is looked for, or what it finds. */
  searched: string | ((q: string) => RawBuilder<SqlBool>);
  query: AdminListQuery;
};

/** A page of an admin's table, newest first, with the number of all rows that fit. */
export async function listForAdmins<Row extends { id: string }>(
  db: Database,
  _proof: Grant<'site', 'administer'> | Grant<'site', 'see-catalog'>,
  request: Request,
) {
  const { table, columns, joins, query } = request;
  const name = sql.table(table);
  const column = (each: string) => sql.ref(`${table}.${each}`);
  const q = query.q?.trim();
  const matches = q ? found(request, q) : sql`true`;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 'newest');
  const after = cursor
    ? sql`(${column('created_at')}, ${column('id')}) < (${cursor[1]}::timestamptz, ${cursor[2]}::uuid)`
    : sql`true`;
  const page = sql<Row & { sort_key: string }>`
    select ${columns}, ${column('created_at')}::text as sort_key from ${name} ${joins}
    where ${matches} and ${after}
    order by ${column('created_at')} desc, ${column('id')} desc limit ${query.limit + 1}`;
  const counted = sql<{ total: number }>`select count(*)::int as total from ${name} where ${matches}`;
  const [{ rows }, { rows: counts }] = await Promise.all([page.execute(db), counted.execute(db)]);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    total: counts[0]?.total ?? 0,
    next_cursor: rows.length > query.limit && last ? encodeCursor(['newest', last.sort_key, last.id]) : null,
  };
}

function found({ table, searched }: Request, q: string): RawBuilder<unknown> {
  if (typeof searched === 'function') return searched(q);
  const text = `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`lower(${sql.ref(`${table}.${searched}`)}) like ${text}`;
}
