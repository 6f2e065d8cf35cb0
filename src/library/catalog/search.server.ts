import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type SearchedTable, searchCondition, searchConditionOfRows } from './search-conditions.server.ts';
import type { Term } from './search-terms.ts';

/** How many items from the top of a list are scanned: at first, and if that promises to fill a page, in a second attempt. */
const walkLengths = { short: 500, long: 6_000 };
/**
 * A word in more than this share of the scanned items hardly narrows down the matches of a rare one, and its whole
 * posting list would have to be read from the index.
 */
export const frequentShare = 0.05;
/** A word in at most this share of the scanned items is rare enough to search by. */
const rareShare = 0.005;

type SearchRequest = {
  table: SearchedTable;
  /** The condition for matches, for rows that are read anyway and in a form that uses an index. */
  terms: { rows: RawBuilder<SqlBool>; index: RawBuilder<SqlBool> };
  /** The words in `terms`, if it contains nothing else. */
  words?: readonly Term[];
  /** `among`: which rows may match at all. `after`: those after the cursor, by sort key and creation date. */
  among: RawBuilder<SqlBool>;
  after: RawBuilder<SqlBool> | undefined;
  key: RawBuilder<unknown>;
  limit: number;
  /** Only a few rows may match, so scanning the list is pointless. */
  isFew: boolean;
  /** The filter is selective and indexed, so skip the scan. */
  isSought?: boolean;
};
type Found = { ids: string[]; total: number; isExact: boolean };

/**
 * The first items of a list that contain every word of a search; see `search-terms.ts` for what a word matches.
 * Each of two strategies is slow where the other is fast. With a frequent word, scanning the list from its top fills a
 * page quickly; a rare word is best looked up in the index. So the top of the list is scanned first, and the index used
 * only if that isn't enough. A scan that stops early can't count all matches: then `total` is the number found so far,
 * and `isExact` is false.
 */
export async function searchItems(db: Database, request: SearchRequest): Promise<Found> {
  if (request.isFew || request.isSought) return lookUp(db, request);
  const { short, long } = walkLengths;
  let length = short;
  const words = request.words ?? [];
  let walked = await walk(db, request, request.after, length, words.length > 1 ? words : []);
  const frequent = frequentAmong(words, walked);
  const expected = (walked.matches * long) / short;
  if (walked.length === length && walked.ids.length < request.limit && expected >= request.limit) {
    length = long;
    walked = await walk(db, request, request.after, length);
  }
  if (walked.length < length || walked.ids.length >= request.limit) {
    const fromTop = request.after ? await walk(db, request, undefined, short) : walked;
    return {
      ids: walked.ids,
      total: fromTop.matches,
      isExact: fromTop.length < (request.after ? short : length),
    };
  }
  return lookUp(db, request, frequent);
}

/** The frequent words of a search that has a rare word too. */
function frequentAmong(words: readonly Term[], { length, perWord }: Walked): Term[] {
  const hasRare = perWord.some((matches) => matches <= length * rareShare);
  return hasRare ? words.filter((_, at) => (perWord[at] ?? 0) > length * frequentShare) : [];
}

type Walked = { length: number; matches: number; perWord: number[]; ids: string[] };
async function walk(
  db: Database,
  { table, terms, among, key, limit }: SearchRequest,
  after: RawBuilder<SqlBool> | undefined,
  length: number,
  /** Words to count separately. */
  words: readonly Term[] = [],
) {
  const name = sql.table(table);
  const [id, created] = [sql.ref(`${table}.id`), sql.ref(`${table}.created_at`)];
  const perWord = words.map(
    (word) =>
      sql`(select count(*)::int from walked as ${name} where ${searchConditionOfRows(table, [word])})`,
  );
  const { rows } = await sql<Walked>`
    with walked as materialized (
      select ${id}, ${key} as sort_key, ${created}, ${sql.ref(`${table}.search_text`)} from ${name}
      where ${among} ${after ? sql`and ${after}` : sql``}
      order by ${key} desc, ${created} desc, ${id} desc limit ${length}
    ), hits as materialized (
      select ${id}, ${sql.ref(`${table}.sort_key`)}, ${created} from walked as ${name}
      where ${terms.rows}
    )
    select (select count(*)::int from walked) as length, (select count(*)::int from hits) as matches,
      array[${sql.join(perWord)}]::int[] as "perWord",
      array(select id from hits order by sort_key desc, created_at desc, id desc limit ${limit}) as ids`.execute(
    db,
  );
  return rows[0] ?? { length: 0, matches: 0, perWord: [], ids: [] };
}

async function lookUp(db: Database, request: SearchRequest, frequent: readonly Term[] = []): Promise<Found> {
  const { table, terms, words = [], among, after, key, limit, isFew } = request;
  const index = frequent.length > 0 ? searchCondition(table, words, frequent) : terms.index;
  const name = sql.table(table);
  const id = sql.ref(`${table}.id`);
  // With few candidate rows, read those first: for a frequent word, the planner would start with the wrong index.
  const few = sql`select id, created_at, view_count, vote_count, search_text from ${name} where ${among}`;
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with ${isFew ? sql`few as materialized (${few}),` : sql``} hits as materialized (
      select ${id}, ${key} as sort_key, ${sql.ref(`${table}.created_at`)}, ${after ?? sql`true`} as is_after
      from ${isFew ? sql`few as ${name}` : name}
      where ${isFew ? terms.rows : sql`${among} and ${index}`}
    )
    select (select count(*)::int from hits) as total,
      array(select id from hits where is_after order by sort_key desc, created_at desc, id desc limit ${limit}) as ids`.execute(
    db,
  );
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { ids, total, isExact: true };
}
