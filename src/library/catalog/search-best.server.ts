import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Place } from './public/list-pages.server.ts';
import { frequentShare, searchItems } from './search.server.ts';
import {
  exactTitle,
  type SearchedTable,
  searchCondition,
  searchConditionOfRows,
  textOf,
  titleCondition,
  titleConditionOfRows,
} from './search-conditions.server.ts';
import { readTerms, type Term } from './search-terms.ts';

/**
 * How well an item matches. 2: the title is the search text. 1: the title has all its words. 0: they are elsewhere in
 * the item.
 */
type Rank = 2 | 1 | 0;
const ranks: readonly Rank[] = [2, 1, 0];
/** How many of the most viewed items are sampled to estimate how frequent a search and its words are. */
const sampleLength = 400;
/** Assumed if the items couldn't be counted in time, which only happens in large libraries. */
const assumedCount = 400_000;
/** Up to this many matches of a search that seemed rare are ranked; with more, it is treated as frequent. */
const maxRanked = 5_000;

type BestRequest = {
  table: SearchedTable;
  q: string;
  among: RawBuilder<SqlBool>;
  /** The last item of the previous page. `condition` finds the items after it within its rank. */
  after: { rank: number; place: Place; condition: RawBuilder<SqlBool> } | undefined;
  limit: number;
  isFew: boolean;
  /** The number of items that match the filters, if known. */
  count: number | undefined;
};
type Best = { ids: string[]; rankOf: Map<string, Rank>; total: number; isExact: boolean };

/**
 * The best matches first; within a rank, the most viewed. For a rare search, all matches are ranked. For a frequent
 * one, ranks are searched one by one until the page is full.
 */
export async function searchBest(db: Database, request: BestRequest): Promise<Best> {
  const { table, q, among, limit, isFew, after, count } = request;
  const terms = readTerms(q);
  if (terms.length === 0) return { ids: [], rankOf: new Map(), total: 0, isExact: true };
  const seen = isFew ? { length: 0, matches: 0, perTerm: [] } : await lookAtSample(db, request, terms);
  const isWhole = seen.length < sampleLength;
  const expected = (matches: number) => (matches / sampleLength) * (count ?? assumedCount);
  if (isFew || isWhole || expected(seen.matches) <= maxRanked) {
    const hasRare = seen.perTerm.some((matches) => expected(matches) <= maxRanked);
    const frequent = terms.filter(
      (_, at) => hasRare && (seen.perTerm[at] ?? 0) > sampleLength * frequentShare,
    );
    const ranked = await rankAll(db, request, terms, frequent);
    if (ranked) return ranked;
  }

  const rankOf = new Map<string, Rank>();
  const exact = exactTitle(table, q);
  const inTitle = sql<SqlBool>`${titleConditionOfRows(table, terms)} and not ${exact}`;
  const conditions: Record<Rank, { rows: RawBuilder<SqlBool>; index: RawBuilder<SqlBool> }> = {
    2: { rows: exact, index: exact },
    1: { rows: inTitle, index: sql`${titleCondition(table, terms)} and not ${exact}` },
    0: {
      rows: sql`${searchConditionOfRows(table, terms)} and not ${titleConditionOfRows(table, terms)}`,
      index: sql`${searchCondition(table, terms)} and not ${titleConditionOfRows(table, terms)}`,
    },
  };
  for (const rank of ranks) {
    if (rankOf.size >= limit || (after && rank > after.rank)) continue;
    const found = await searchItems(db, {
      table,
      among,
      isFew: false,
      terms: conditions[rank],
      limit: limit - rankOf.size,
      key: sql.ref(`${table}.view_count`),
      after: after?.rank === rank ? after.condition : undefined,
      isSought: rank === 2,
    });
    for (const id of found.ids) rankOf.set(id, rank);
  }
  const ids = [...rankOf.keys()];
  return { ids, rankOf, total: Math.max(seen.matches, ids.length), isExact: false };
}

async function lookAtSample(db: Database, { table, among }: BestRequest, terms: Term[]) {
  const having = (some: Term[]) => sql`(count(*) filter (where ${searchConditionOfRows(table, some)}))::int`;
  const { rows } = await sql<{ length: number; matches: number; perTerm: number[] }>`
    with seen as materialized (
      select ${textOf(table)} from ${sql.table(table)} where ${among}
      order by ${sql.ref(`${table}.view_count`)} desc, ${sql.ref(`${table}.created_at`)} desc limit ${sampleLength}
    )
    select count(*)::int as length, ${having(terms)} as matches, array[${sql.join(terms.map((term) => having([term])))}] as "perTerm"
    from seen as ${sql.table(table)}`.execute(db);
  return rows[0] ?? { length: 0, matches: 0, perTerm: [] };
}

/** @returns undefined if too many items match */
async function rankAll(
  db: Database,
  { table, q, among, after, limit, isFew }: BestRequest,
  terms: Term[],
  frequent: Term[],
): Promise<Best | undefined> {
  const name = sql.table(table);
  const few = sql`few as materialized (select id, view_count, created_at, search_text from ${name} where ${among}),`;
  const matches = isFew
    ? sql`few as ${name} where ${searchConditionOfRows(table, terms)}`
    : sql`${name} where ${among} and ${searchCondition(table, terms, frequent)}`;
  const isAfter = after
    ? sql`(rank, views, created_at, id) < (${after.rank}::integer, ${after.place.count}::integer, ${after.place.created}::timestamptz, ${after.place.id}::uuid)`
    : sql`true`;
  const order = sql`rank desc, views desc, created_at desc, id desc`;
  const { rows } = await sql<{ total: number; found: { id: string; rank: Rank }[] | null }>`
    with ${isFew ? few : sql``} hits as materialized (
      select ${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.view_count`)} as views, ${sql.ref(`${table}.created_at`)},
        case when ${exactTitle(table, q)} then 2 when ${titleConditionOfRows(table, terms)} then 1 else 0 end as rank
      from ${matches} limit ${maxRanked + 1}
    ), page as (
      select id, rank, views, created_at from hits where ${isAfter} order by ${order} limit ${limit}
    )
    select (select count(*)::int from hits) as total,
      (select json_agg(json_build_object('id', id, 'rank', rank) order by ${order}) from page) as found`.execute(
    db,
  );
  const { total = 0, found } = rows[0] ?? {};
  if (total > maxRanked) return undefined;
  const rankOf = new Map((found ?? []).map(({ id, rank }) => [id, rank]));
  return { ids: [...rankOf.keys()], rankOf, total, isExact: true };
}
