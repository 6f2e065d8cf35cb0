import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { requireSignedIn } from '#access/decide.ts';
import type { TargetType } from '#access/items.ts';
import type { Visible } from '#access/predicate.server.ts';
import type { Source } from '#access/reads.server.ts';
import type { Compiled } from '#access/statement.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { listLimitDefault, type searchSorts } from '#constants';
import { decodeCursor, encodeCursor } from '#platform/database/cursor.server.ts';
import { correctQuestion } from './correct-words.server.ts';
import type { Counts, Facets } from './public/counts.server.ts';
import {
  hasKeys,
  isAfter,
  keysOf,
  type ListPages,
  placeOf,
  sortColumns,
} from './public/list-pages.server.ts';
import { searchItems } from './search.server.ts';
import { searchBest } from './search-best.server.ts';
import { searchCondition, searchConditionOfRows } from './search-conditions.server.ts';
import { readTerms } from './search-terms.ts';

/** Up to this many matches are collected and sorted; beyond that, the list is scanned in sort order. */
const fewItems = 3_000;

type ListQuery = {
  q?: string | undefined;
  category?: string | undefined;
  sort?: (typeof searchSorts)[number] | undefined;
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

/**
 * A page of prompts or playbooks in the requested order (by default newest first), with its total and next cursor.
 * Fields that depend on the viewer are not included.
 * @throws AppError 400 invalid_cursor; 401 if a visitor asks for favorites
 */
export async function readList<Row extends { id: string }>(
  source: Source,
  counts: Counts,
  request: ListRequest,
) {
  const { kind, viewer, query, pages } = request;
  const { db } = source;
  const q = query.q?.trim();
  const order = q ? (query.sort ?? 'best') : query.sort === 'best' ? 'newest' : (query.sort ?? 'newest');
  const sort = order === 'best' ? 'popular' : order;
  const rows = query.limit + 1;
  const shape = `${sort} ${rows}`;
  type Read = Row & { sort_key: string };

  const facets: Facets = { ...request.facets, category: query.category };
  const own = [...(request.own ? [request.own] : [])];
  if (query.favorites) {
    const { userId } = requireSignedIn(viewer);
    own.push(
      sql`exists (select from user_favorites kept where kept.user_id = ${userId} and kept.target_type = ${kind} and kept.target_id = ${sql.ref(`${kind}s.id`)})`,
    );
  }
  const count = await counts.of(kind, facets);
  const isRare = count !== undefined && count <= fewItems;
  const narrowed = facetConditions(kind, facets);
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, kind, order);
  // For `best`, the key starts with the rank: a digit and a dot.
  const place = cursor && placeOf(sort, order === 'best' ? cursor[1].slice(2) : cursor[1], cursor[2]);
  const after = place && isAfter(kind, sort, place);

  /** Only pages of the default size use prepared statements: there could be hundreds of other sizes. */
  const run = <Found extends object>(query: Compiled) =>
    source.run<Found>(rows === listLimitDefault + 1 ? query : { ...query, name: undefined });
  const answer = (found: Read[], total: number, isExact: boolean) => {
    const items = found.slice(0, query.limit);
    const last = items.at(-1);
    return {
      items,
      total,
      total_is_exact: isExact,
      next_cursor: found.length >= rows && last ? encodeCursor(kind, [order, last.sort_key, last.id]) : null,
      corrected_q: null as string | null,
    };
  };

  /** The results of a search, in the requested order. */
  const search = async (asked: string) => {
    const isFew = isRare || own.length > 0;
    const conditions = isRare && own.length === 0 ? keyConditions(kind, facets) : narrowed;
    const among = sql<SqlBool>`${sql.join([sql`${request.listed}`, ...conditions, ...own], sql` and `)}`;
    const table = `${kind}s` as const;
    const common = { table, among, limit: rows, isFew };
    const read = async (ids: string[]) =>
      ids.length === 0 ? [] : source.run<Read>(pages.ofIds(db, viewer, { ids }, sort));
    if (order !== 'best') {
      const terms = readTerms(asked);
      if (terms.length === 0) return answer([], 0, true);
      const key = sql.ref(`${table}.${sortColumns[sort]}`);
      const found = await searchItems(db, {
        ...common,
        after,
        key,
        terms: { rows: searchConditionOfRows(table, terms), index: searchCondition(table, terms) },
        words: terms,
      });
      return answer(await read(found.ids), found.total, found.isExact);
    }
    const from = cursor && place && after && { rank: Number(cursor[1][0]), place, condition: after };
    const found = await searchBest(db, { ...common, q: asked, after: from, count });
    const byId = new Map((await read(found.ids)).map((row) => [row.id, row]));
    const ranked = found.ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [{ ...row, sort_key: `${found.rankOf.get(id)}.${row.sort_key}` }] : [];
    });
    return answer(ranked, found.total, found.isExact);
  };
  if (q) {
    const found = await search(q);
    if (found.total > 0 || found.items.length > 0) return found;
    const corrected = await correctQuestion(db, `${kind}s`, q, narrowed.length + own.length > 0);
    return corrected === undefined ? found : { ...(await search(corrected)), corrected_q: corrected };
  }
  // The planner might walk the whole list to find a few rows, so read all matching rows first and sort them afterward.
  if (own.length > 0 || (isRare && narrowed.length > 0)) {
    const among = sql<SqlBool>`${sql.join([sql`${request.listed}`, ...narrowed, ...own], sql` and `)}`;
    type Gathered = Read & { total: number };
    const gather = async (from: typeof after, limit: number) =>
      (await pages.gathered(sort, among, from, sql`${limit}`).execute(db)).rows as Gathered[];
    const gathered =
      own.length > 0
        ? await gather(after, rows)
        : await run<Gathered>(
            place
              ? pages.nextFew(db, viewer, { keys: keysOf(facets), ...place }, shape)
              : pages.firstFew(db, viewer, { keys: keysOf(facets) }, shape),
          );
    // Past the end, no row carries the total.
    const [counted] = gathered.length > 0 || !place ? gathered : await gather(undefined, 1);
    return answer(gathered, counted?.total ?? 0, true);
  }
  if (narrowed.length === 0) {
    const found = await run<Read>(
      place ? pages.next(db, viewer, place, shape) : pages.first(db, viewer, {}, shape),
    );
    return answer(found, count ?? found.length, count !== undefined);
  }
  const where = sql`${sql.join([sql`${request.listed}`, ...narrowed, ...(after ? [after] : [])], sql` and `)}`;
  const found = (await pages.cards(sort, where, sql`${rows}`).execute(db)).rows as Read[];
  return answer(found, count ?? found.length, count !== undefined);
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
function keyConditions(kind: TargetType, facets: Facets): RawBuilder<SqlBool>[] {
  const keys = keysOf(facets);
  return keys.length === 0 ? [] : [hasKeys(kind, keys)];
}
