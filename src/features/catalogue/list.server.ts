import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { requireSignedIn } from '#access/decide.ts';
import type { Visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { searchTotalMaximum } from '#constants';
import type { Database } from '#platform/database.server.ts';
import type { TargetType } from './catalogue.contract.ts';
import { decodeCursor, encodeCursor } from './cursor.server.ts';
import type { Totals } from './totals.server.ts';

const sortColumns = { newest: 'created_at', popular: 'view_count', rating: 'vote_count' } as const;
const sortTypes = { newest: 'timestamptz', popular: 'integer', rating: 'integer' } as const;

type ListQuery = {
  q?: string | undefined;
  category?: string | undefined;
  sort: keyof typeof sortColumns;
  favorites?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
};

type ListRequest = {
  kind: TargetType;
  viewer: Viewer;
  /** Which rows may be listed at all. */
  listed: Visible<TargetType>;
  /** The columns of a card; never a body. */
  columns: RawBuilder<unknown>;
  /** Further conditions, with a name that tells equal ones apart. */
  filters: { name: string; condition: RawBuilder<SqlBool> }[];
  query: ListQuery;
};

/**
 * A page of published prompts or playbooks, newest (most viewed, best rated) first, with its total and next cursor.
 * @throws AppError 400 invalid_cursor; 401 where a visitor asks for favourites.
 */
export async function listItems<Row extends { id: string }>(
  db: Database,
  totals: Totals,
  request: ListRequest,
) {
  const { kind, viewer, query } = request;
  const table = sql.table(`${kind}s`);
  const column = (name: string) => sql.ref(`${kind}s.${name}`);
  const key = column(sortColumns[query.sort]);

  const filters = [...request.filters];
  if (query.category !== undefined) {
    filters.push({
      name: `category=${query.category}`,
      condition: sql`${column('categories')} @> array[${query.category}]`,
    });
  }
  if (query.favorites) {
    const { userId } = requireSignedIn(viewer);
    const mine = sql<SqlBool>`exists (select from user_favorites kept where kept.user_id = ${userId} and kept.target_type = ${kind} and kept.target_id = ${column('id')})`;
    filters.push({ name: 'favorites', condition: mine });
  }
  const q = query.q?.trim();
  const search = q ? sql<SqlBool>`${column('search_text')} like '%' || ${escapeLike(q)} || '%'` : undefined;
  const conditions: RawBuilder<SqlBool>[] = [
    sql`${request.listed}`,
    ...filters.map((filter) => filter.condition),
  ];
  if (search) conditions.push(search);
  const all = sql.join(conditions, sql` and `);

  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, query.sort);
  const position = after
    ? sql`and (${key}, ${column('id')}) < (${after[1]}::${sql.raw(sortTypes[query.sort])}, ${after[2]}::uuid)`
    : sql``;
  const page = sql<Row & { sort_key: string }>`
    select ${request.columns}, ${ownMarks(viewer, kind)}, ${key}::text as sort_key
    from ${table}
    where ${all} ${position}
    order by ${key} desc, ${column('id')} desc
    limit ${query.limit + 1}`;

  const countAll = async () => {
    const { rows } = await sql<{
      total: number;
    }>`select count(*)::int as total from ${table} where ${all}`.execute(db);
    return rows[0]?.total ?? 0;
  };
  const countSome = async () => {
    const counted = sql<{
      total: number;
    }>`select count(*)::int as total from (select from ${table} where ${all} limit ${searchTotalMaximum + 1}) first_matches`;
    return (await counted.execute(db)).rows[0]?.total ?? 0;
  };
  const isPersonal = query.favorites === true;
  const names = filters.map((filter) => filter.name).join('&');
  const [{ rows }, counted] = await Promise.all([
    page.execute(db),
    search ? countSome() : isPersonal ? countAll() : totals.get(`${kind}?${names}`, countAll),
  ]);

  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    total: search ? Math.min(counted, searchTotalMaximum) : counted,
    total_is_exact: !search || counted <= searchTotalMaximum,
    next_cursor:
      rows.length > query.limit && last ? encodeCursor([query.sort, last.sort_key, last.id]) : null,
  };
}

/** Whether the viewer has voted for a row and keeps it as a favourite, as two columns. */
export function ownMarks(viewer: Viewer, kind: TargetType): RawBuilder<unknown> {
  if (viewer.kind === 'visitor') return sql`false as is_upvoted, false as is_favorited`;
  const mark = (table: string) =>
    sql`exists (select from ${sql.table(table)} mark where mark.user_id = ${viewer.userId} and mark.target_type = ${kind} and mark.target_id = ${sql.ref(`${kind}s.id`)})`;
  return sql`${mark('votes')} as is_upvoted, ${mark('user_favorites')} as is_favorited`;
}

/** The searched columns are lower-case already; `lower` in SQL folds the question the same way. */
function escapeLike(text: string): RawBuilder<string> {
  return sql`lower(${text.replaceAll(/[\\%_]/g, '\\$&')})`;
}
