import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Columns } from '#access/columns.server.ts';
import type { Database } from '#access/database.ts';
import { requireSignedIn } from '#access/decide.ts';
import type { TargetType } from '#access/items.ts';
import type { Visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { decodeCursor, encodeCursor } from '#platform/cursor.server.ts';
import { searchItems } from '../search.server.ts';
import type { Counts, Facets } from './counts.server.ts';

const sortColumns = { newest: 'created_at', popular: 'view_count', rating: 'vote_count' } as const;
/** So many items are gathered and sorted; of more, the list is walked in its order. */
const fewItems = 3_000;
const sortTypes = { newest: 'timestamptz', popular: 'integer', rating: 'integer' } as const;

type ListQuery = {
  q?: string | undefined;
  category?: string | undefined;
  sort: keyof typeof sortColumns;
  favorites?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
};

type ListRequest = ListOf<'prompt'> | ListOf<'playbook'>;
type ListOf<Kind extends TargetType> = {
  kind: Kind;
  viewer: Viewer;
  /** Which rows can be listed at all. */
  listed: Visible<Kind, 'list'> | (Kind extends 'playbook' ? Visible<'playbook', 'list-own'> : never);
  /** The columns of a card, and what is computed for it by name; never a body. */
  columns: Columns<`${Kind}s`>;
  computed?: Record<string, RawBuilder<unknown>>;
  /** What the list is narrowed by besides the category. */
  facets?: Omit<Facets, 'category'>;
  /** A condition that is different for every viewer, besides being a favorite. */
  own?: RawBuilder<SqlBool> | undefined;
  query: ListQuery;
};

/**
 * A page of published prompts or playbooks, newest (most viewed, best rated) first, with its total and next cursor.
 * @throws AppError 400 invalid_cursor; 401 where a visitor asks for favorites.
 */
export async function listItems<Row extends { id: string }>(
  db: Database,
  counts: Counts,
  request: ListRequest,
) {
  const { kind, viewer, query } = request;
  const table = sql.table(`${kind}s`);
  const column = (name: string) => sql.ref(`${kind}s.${name}`);
  const key = column(sortColumns[query.sort]);

  const facets: Facets = { ...request.facets, category: query.category };
  const own = [...(request.own ? [request.own] : [])];
  if (query.favorites) {
    const { userId } = requireSignedIn(viewer);
    own.push(
      sql`exists (select from user_favorites kept where kept.user_id = ${userId} and kept.target_type = ${kind} and kept.target_id = ${column('id')})`,
    );
  }
  const count = await counts.of(kind, facets);
  const isRare = count !== undefined && count <= fewItems;
  const narrowed = isRare && own.length === 0 ? keyConditions(kind, facets) : facetConditions(kind, facets);
  const among = sql<SqlBool>`${sql.join([sql`${request.listed}`, ...narrowed, ...own], sql` and `)}`;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, query.sort);
  const after =
    cursor &&
    sql<SqlBool>`(${key}, ${column('id')}) < (${cursor[1]}::${sql.raw(sortTypes[query.sort])}, ${cursor[2]}::uuid)`;

  const readPage = async (where: RawBuilder<unknown>) => {
    const page = sql<Row & { sort_key: string }>`
      select ${selectionOf(request)}, ${engagementColumns(viewer, kind)}, ${key}::text as sort_key
      from ${table} where ${where}
      order by ${key} desc, ${column('id')} desc limit ${query.limit + 1}`;
    return (await page.execute(db)).rows;
  };
  /** Reads all of them before it sorts, where the planner might walk the whole list to find a few. */
  const gather = async () => {
    const gathered = sql<{ total: number; ids: string[] }>`
      with found as materialized (
        select ${column('id')}, ${key} as sort_key, ${after ?? sql`true`} as is_after from ${table} where ${among}
      )
      select (select count(*)::int from found) as total,
        array(select id from found where is_after order by sort_key desc, id desc limit ${query.limit + 1}) as ids`;
    return (await gathered.execute(db)).rows[0] ?? { total: 0, ids: [] };
  };
  const answer = (rows: (Row & { sort_key: string })[], total: number, isExact: boolean) => {
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    return {
      items,
      total,
      total_is_exact: isExact,
      next_cursor:
        rows.length > query.limit && last ? encodeCursor([query.sort, last.sort_key, last.id]) : null,
    };
  };

  const isFew = isRare || own.length > 0;
  const q = query.q?.trim();
  if (q) {
    const request = { table: `${kind}s` as const, q, among, after, key, limit: query.limit + 1, isFew };
    const found = await searchItems(db, request);
    return answer(await readPage(sql`${column('id')} = any(${found.ids})`), found.total, found.isExact);
  }
  if (isFew) {
    const { total, ids } = await gather();
    return answer(await readPage(sql`${column('id')} = any(${ids})`), total, true);
  }
  const rows = await readPage(after ? sql`${among} and ${after}` : among);
  return answer(rows, count ?? rows.length, count !== undefined);
}

/** One by one: of each the planner knows how frequent it is. */
function facetConditions(kind: TargetType, { category, type, difficulty }: Facets): RawBuilder<SqlBool>[] {
  const column = (name: string) => sql.ref(`${kind}s.${name}`);
  return [
    ...(category === undefined ? [] : [sql<SqlBool>`${column('categories')} @> array[${category}]`]),
    ...(type === undefined ? [] : [sql<SqlBool>`${column('prompt_type')} = ${type}`]),
    ...(difficulty === undefined ? [] : [sql<SqlBool>`${column('difficulty')} = ${difficulty}`]),
  ];
}

/** In the form that the index of combinations understands, for what is rare together. */
function keyConditions(kind: TargetType, facets: Facets): RawBuilder<SqlBool>[] {
  const { category, type, difficulty } = facets;
  if (kind === 'playbook') return facetConditions(kind, facets);
  const keys = [
    ...(category === undefined ? [] : [category]),
    ...(type === undefined ? [] : [`\ttype ${type}`]),
    ...(difficulty === undefined ? [] : [`\tdifficulty ${difficulty}`]),
  ];
  if (keys.length === 0) return [];
  return [sql`list_keys(prompts.categories, prompts.prompt_type, prompts.difficulty) @> ${keys}::text[]`];
}

/** Whether the viewer has voted for a row and keeps it as a favorite, as two columns. */
export function engagementColumns(viewer: Viewer, kind: TargetType): RawBuilder<unknown> {
  if (viewer.kind === 'visitor') return sql`false as is_upvoted, false as is_favorited`;
  const has = (table: string) =>
    sql`exists (select from ${sql.table(table)} own where own.user_id = ${viewer.userId} and own.target_type = ${kind} and own.target_id = ${sql.ref(`${kind}s.id`)})`;
  return sql`${has('votes')} as is_upvoted, ${has('user_favorites')} as is_favorited`;
}

const selectionOf = ({ columns, computed = {} }: ListRequest) =>
  sql.join([columns, ...Object.entries(computed).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)]);
