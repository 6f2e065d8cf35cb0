import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { requireSignedIn } from '#access/decide.ts';
import type { TargetType } from '#access/items.ts';
import type { Visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { searchSorts } from '#constants';
import { decodeCursor } from '#platform/database/cursor.server.ts';
import type { Counts, Facets } from './public/counts.server.ts';
import {
  hasKeys,
  isAfter,
  keysOf,
  type ListPages,
  placeOf,
  type sortColumns,
} from './public/list-pages.server.ts';

/** Up to this many matches are collected and sorted; beyond that, the list is scanned in sort order. */
const fewItems = 3_000;

type Order = (typeof searchSorts)[number];
type ListQuery = {
  q?: string | undefined;
  category?: string | undefined;
  sort?: Order | undefined;
  favorites?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type ListRequest = ListOf<'prompt'> | ListOf<'playbook'>;
type ListOf<Kind extends TargetType> = {
  kind: Kind;
  viewer: Viewer;
  /** Which rows may be listed at all. */
  listed: Visible<Kind, 'list'> | (Kind extends 'playbook' ? Visible<'playbook', 'list-own'> : never);
  pages: ListPages;
  /** The filters besides the category. */
  facets?: Omit<Facets, 'category'>;
  /** A condition that depends on the viewer, besides favorites. */
  own?: RawBuilder<SqlBool> | undefined;
  query: ListQuery;
};

/** What the ways to read a list need to know of a request. */
export type ListQuestion = Awaited<ReturnType<typeof readQuestion>>;

/** @throws AppError 400 invalid_cursor; 401 if a visitor asks for favorites */
export async function readQuestion(counts: Counts, request: ListRequest) {
  const { kind, viewer, listed, pages, query } = request;
  const q = query.q?.trim();
  const order = orderOf(q, query.sort);
  const sort = order === 'best' ? 'popular' : order;
  const facets: Facets = { ...request.facets, category: query.category || undefined };
  const own = ownConditions(request);
  const count = await counts.of(kind, facets);
  return {
    kind,
    viewer,
    listed: sql<SqlBool>`${listed}`,
    pages,
    q,
    order,
    /** The order of the rows, within a rank if the best matches come first. */
    sort,
    limit: query.limit,
    /** One more than the page has, to know whether there are more. */
    rows: query.limit + 1,
    facets,
    /** The conditions of the facets, and those that depend on the viewer. */
    narrowed: facetConditions(kind, facets),
    own,
    /** How many items the facets leave, if known. */
    count,
    isRare: count !== undefined && count <= fewItems,
    /** Undefined on the first page. */
    from: query.cursor === undefined ? undefined : readPlace(kind, order, sort, query.cursor),
  };
}

const orderOf = (q: string | undefined, sort: Order | undefined): Order =>
  q ? (sort ?? 'best') : sort === undefined || sort === 'best' ? 'newest' : sort;

/** Where the previous page ended. @throws AppError 400 invalid_cursor */
function readPlace(kind: TargetType, order: Order, sort: keyof typeof sortColumns, cursor: string) {
  const [, key, id] = decodeCursor(cursor, kind, order);
  // For `best`, the key starts with the rank: a digit and a dot.
  const place = placeOf(sort, order === 'best' ? key.slice(2) : key, id);
  return { rank: Number(key[0]), place, condition: isAfter(kind, sort, place) };
}

/** @throws AppError 401 if a visitor asks for favorites */
function ownConditions({ kind, viewer, own, query }: ListRequest): RawBuilder<SqlBool>[] {
  const conditions = own ? [own] : [];
  if (!query.favorites) return conditions;
  const { userId } = requireSignedIn(viewer);
  return [
    ...conditions,
    sql`exists (select from user_favorites kept where kept.user_id = ${userId} and kept.target_type = ${kind} and kept.target_id = ${sql.ref(`${kind}s.id`)})`,
  ];
}

/** Separate conditions, so that the planner can use the statistics of each. */
function facetConditions(kind: TargetType, { category, type, difficulty }: Facets): RawBuilder<SqlBool>[] {
  const column = (name: string) => sql.ref(`${kind}s.${name}`);
  return [
    ...(category === undefined ? [] : [sql<SqlBool>`${column('categories')} @> array[${category}]`]),
    ...(type === undefined ? [] : [sql<SqlBool>`${column('prompt_type')} = ${type}`]),
    ...(difficulty === undefined ? [] : [sql<SqlBool>`${column('difficulty')} = ${difficulty}`]),
  ];
}

/** In the form that the index of combinations supports, for rare combinations. */
export function keyConditions(kind: TargetType, facets: Facets): RawBuilder<SqlBool>[] {
  const keys = keysOf(facets);
  return keys.length === 0 ? [] : [hasKeys(kind, keys)];
}
