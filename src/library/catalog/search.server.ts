import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type SearchedTable, searchCondition, searchConditionOfRows } from './search-conditions.server.ts';
import type { Term } from './search-terms.ts';

/** How many items from the top of a list are looked through one by one, at first and, if that promises a full page, after that. */
const walkLengths = { short: 500, long: 6_000 };
/**
 * A word that is in more than this share of the items looked through hardly narrows down what a rare one finds; the index would have to
 * read its whole posting list.
 */
export const frequentShare = 0.05;
/** A word in at most this share of the items looked through is rare enough to find the items by. */
const rareShare = 0.005;

type SearchRequest = {
  table: SearchedTable;
  /** The condition for a row: for rows that are read anyway, and in a form that an index answers. */
  terms: { rows: RawBuilder<SqlBool>; index: RawBuilder<SqlBool> };
  /** The words that `terms` asks for, if it asks for nothing else. */
  words?: readonly Term[];
  /** Which rows count at all; then those after the cursor, by the sort's key and the day they were created. */
  among: RawBuilder<SqlBool>;
  after: RawBuilder<SqlBool> | undefined;
  key: RawBuilder<unknown>;
  limit: number;
  /** Few rows are eligible, so scanning is pointless. */
  isFew: boolean;
  /** The filter is selective and indexed, so skip the scan. */
  isSought?: boolean;
};
type Found = { ids: string[]; total: number; isExact: boolean };

/**
 * The first items of a list that contain every word of a question; which words find what: `search-terms.ts`.
 *
 * There are two strategies, and each is slow where the other is quick. A frequent word soon fills a page when the list is
 * walked from its top; a rare one is found by the index, which would be slow for a frequent one. So the top of the
 * list is walked first, and only where that is not enough is the index asked. A walk that stops early cannot count
 * all matches: then `total` is how many it met, and `isExact` false.
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

/** The frequent words of a question that has a rare one too. */
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
  /** To be counted one by one. */
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
  // Where few rows count they are read first: with a frequent word the planner would begin at the wrong end.
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
