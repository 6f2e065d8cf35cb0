import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Columns } from '#access/columns.server.ts';
import type { TargetType } from '#access/items.ts';
import { visible } from '#access/predicate.server.ts';
import { statement } from '#access/statement.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Facets } from './counts.server.ts';

/** The main sort column. Items with equal values are sorted by creation date, newest first, then by id. */
export const sortColumns = { newest: 'created_at', popular: 'view_count', rating: 'vote_count' } as const;
type Sort = keyof typeof sortColumns;
/** The last row of the previous page. `count` isn't used when sorting by `newest`. */
export type Place = { count: number; created: string; id: string };

/** @param key a row's sort key as selected for its page: the creation time, preceded by the count unless sorting by `newest` */
export function placeOf(sort: Sort, key: string, id: string): Place {
  if (sort === 'newest') return { count: 0, created: key, id };
  const end = key.indexOf(' ');
  return { count: Number(key.slice(0, end)), created: key.slice(end + 1), id };
}

/** The statements that read a page of cards. */
export type ListPages = ReturnType<typeof listPages>;

const isSort = (name: string | undefined): name is Sort =>
  name !== undefined && Object.hasOwn(sortColumns, name);
/** The shape of a page is its sort order and number of rows: `newest 25`. */
const readShape = (shape: string) => {
  const [sort, rows] = shape.split(' ');
  if (!isSort(sort)) throw new Error(`There is no order ${sort}`);
  return { sort, rows: sql.lit(Number(rows)) };
};

type Computed = Record<string, RawBuilder<unknown>>;
type Contents<Kind extends TargetType> = {
  /** The columns of a card, never the body. */
  columns: Columns<`${Kind}s`>;
  /** Computed columns by name, the same for every viewer. */
  computed?: Computed;
  /** Computed columns that depend on the viewer, besides votes and favorites. */
  personal?: (viewer: Viewer) => Computed;
};

export function listPages<Kind extends TargetType>(
  kind: Kind,
  { columns, computed = {}, personal = () => ({}) }: Contents<Kind>,
) {
  const table = sql.table(`${kind}s`);
  const id = sql.ref(`${kind}s.id`);
  const keyOf = (sort: Sort) => sql.ref(`${kind}s.${sortColumns[sort]}`);
  const named = (values: Computed) =>
    Object.entries(values).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const created = keyOf('newest');
  const selection = (sort: Sort) => {
    const key = sort === 'newest' ? sql`${created}::text` : sql`concat(${keyOf(sort)}, ' ', ${created})`;
    return sql`${sql.join([columns, ...named(computed)])}, ${key} as sort_key`;
  };
  const order = (sort: Sort) => sql`order by ${keyOf(sort)} desc, ${created} desc, ${id} desc`;

  const cards = (sort: Sort, where: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
    sql`select ${selection(sort)} from ${table} where ${where} ${order(sort)} limit ${rows}`;
  /** For small result sets: read all rows, then sort; each row carries the total. */
  const gathered = (
    sort: Sort,
    where: RawBuilder<unknown>,
    after: RawBuilder<SqlBool> | undefined,
    rows: RawBuilder<unknown>,
  ) => sql`
    with found as materialized (
      select ${id} as found_id, ${keyOf(sort)} as found_key, ${created} as found_at, ${after ?? sql`true`} as is_after
      from ${table} where ${where}
    ), page as (
      select found_id from found where is_after order by found_key desc, found_at desc, found_id desc limit ${rows}
    )
    select ${selection(sort)}, (select count(*)::int from found) as total
    from page join ${table} on ${id} = page.found_id ${order(sort)}`;
  const few = (viewer: Viewer, keys: readonly string[]) =>
    sql`${visible(viewer, kind, 'list')} and ${hasKeys(kind, keys)}`;
  const listed = (viewer: Viewer) => sql`${visible(viewer, kind, 'list')}`;

  return {
    cards,
    gathered,
    ofIds: statement((_viewer, { ids }: { ids: string[] }, shape) => {
      const { sort } = readShape(shape);
      return sql`select ${selection(sort)} from ${table} where ${id} = any(${ids}) ${order(sort)}`;
    }),
    /** The fields of cards that aren't shared: what depends on the viewer, and current counts. */
    engagement: statement((viewer, { ids }: { ids: string[] }) => {
      const own = sql.join([engagementColumns(viewer, kind), ...named(personal(viewer))]);
      return sql`select ${id}, ${sql.ref(`${kind}s.view_count`)}, ${sql.ref(`${kind}s.vote_count`)}, ${own} from ${table} where ${id} = any(${ids})`;
    }),
    first: statement((viewer, _: Record<never, never>, shape) => {
      const { sort, rows } = readShape(shape);
      return cards(sort, listed(viewer), rows);
    }),
    next: statement((viewer, place: Place, shape) => {
      const { sort, rows } = readShape(shape);
      return cards(sort, sql`${listed(viewer)} and ${isAfter(kind, sort, place)}`, rows);
    }),
    firstFew: statement((viewer, { keys }: { keys: readonly string[] }, shape) => {
      const { sort, rows } = readShape(shape);
      return gathered(sort, few(viewer, keys), undefined, rows);
    }),
    nextFew: statement((viewer, { keys, ...place }: Place & { keys: readonly string[] }, shape) => {
      const { sort, rows } = readShape(shape);
      return gathered(sort, few(viewer, keys), isAfter(kind, sort, place), rows);
    }),
  };
}

export function isAfter(kind: TargetType, sort: Sort, { count, created, id }: Place) {
  const column = (name: string) => sql.ref(`${kind}s.${name}`);
  return sort === 'newest'
    ? sql<SqlBool>`(${column('created_at')}, ${column('id')}) < (${created}::timestamptz, ${id}::uuid)`
    : sql<SqlBool>`(${column(sortColumns[sort])}, ${column('created_at')}, ${column('id')}) < (${count}::integer, ${created}::timestamptz, ${id}::uuid)`;
}

/** The filters as keys of the index of combinations. Playbooks only have categories. */
export const keysOf = ({ category, type, difficulty }: Facets): string[] => [
  ...(category === undefined ? [] : [category]),
  ...(type === undefined ? [] : [`\ttype ${type}`]),
  ...(difficulty === undefined ? [] : [`\tdifficulty ${difficulty}`]),
];

export const hasKeys = (kind: TargetType, keys: readonly string[]): RawBuilder<SqlBool> =>
  kind === 'playbook'
    ? sql`playbooks.categories @> ${keys}::text[]`
    : sql`list_keys(prompts.categories, prompts.prompt_type, prompts.difficulty) @> ${keys}::text[]`;

/** Two columns: whether the viewer has upvoted a row, and has it as a favorite. */
export function engagementColumns(viewer: Viewer, kind: TargetType): RawBuilder<unknown> {
  if (viewer.kind === 'visitor') return sql`false as is_upvoted, false as is_favorited`;
  const has = (table: string) =>
    sql`exists (select from ${sql.table(table)} own where own.user_id = ${viewer.userId} and own.target_type = ${kind} and own.target_id = ${sql.ref(`${kind}s.id`)})`;
  return sql`${has('votes')} as is_upvoted, ${has('user_favorites')} as is_favorited`;
}
