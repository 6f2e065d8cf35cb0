import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#access/database.ts';

/** So many items from the top of a list are looked through one by one before an index is asked. */
const walkLength = 1_500;
const maxTerms = 8;
/** Trigrams need this many characters; shorter words are looked up by how they begin. */
const trigramLength = 3;

type SearchRequest = {
  table: 'prompts' | 'playbooks';
  q: string;
  /** Which rows count at all; then those after the cursor, by the sort's key. */
  among: RawBuilder<SqlBool>;
  after: RawBuilder<SqlBool> | undefined;
  key: RawBuilder<unknown>;
  limit: number;
};
type Found = { ids: string[]; total: number; isExact: boolean };

/**
 * The first items of a list that contain every word of a question, without regard to case; words of one or two
 * letters stand for how a word begins.
 *
 * Two ways lead there, and each is slow where the other is quick. A frequent word soon fills a page when the list is
 * walked from its top; a rare one is found by the index, which would be slow for a frequent one. So the top of the
 * list is walked first, and only where that is not enough is the index asked. A walk that stops early cannot count
 * all matches: then `total` is how many it met, and `isExact` false.
 */
export async function searchItems(db: Database, request: SearchRequest): Promise<Found> {
  const walked = await walk(db, request, request.after);
  const isWhole = walked.length < walkLength;
  if (isWhole || walked.ids.length >= request.limit) {
    const fromTop = request.after ? await walk(db, request, undefined) : walked;
    return {
      ids: walked.ids,
      total: fromTop.matches,
      isExact: fromTop.length < walkLength,
    };
  }
  return lookUp(db, request);
}

async function walk(
  db: Database,
  { table, q, among, key, limit }: SearchRequest,
  after: RawBuilder<SqlBool> | undefined,
) {
  const name = sql.table(table);
  const id = sql.ref(`${table}.id`);
  const { rows } = await sql<{ length: number; matches: number; ids: string[] }>`
    with walked as materialized (
      select ${id}, ${key} as sort_key, ${sql.ref(`${table}.search_text`)} from ${name}
      where ${among} ${after ? sql`and ${after}` : sql``}
      order by ${key} desc, ${id} desc limit ${walkLength}
    ), hits as materialized (
      select ${id}, ${sql.ref(`${table}.sort_key`)} from walked as ${name} where ${matches(table, q, false)}
    )
    select (select count(*)::int from walked) as length, (select count(*)::int from hits) as matches,
      array(select id from hits order by sort_key desc, id desc limit ${limit}) as ids`.execute(db);
  return rows[0] ?? { length: 0, matches: 0, ids: [] };
}

async function lookUp(db: Database, { table, q, among, after, key, limit }: SearchRequest): Promise<Found> {
  const name = sql.table(table);
  const id = sql.ref(`${table}.id`);
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with hits as materialized (
      select ${id}, ${key} as sort_key, ${after ?? sql`true`} as is_after from ${name}
      where ${among} and ${matches(table, q, true)}
    )
    select (select count(*)::int from hits) as total,
      array(select id from hits where is_after order by sort_key desc, id desc limit ${limit}) as ids`.execute(
    db,
  );
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { ids, total, isExact: true };
}

/** `byIndex`: short words in the form that the word index understands. */
function matches(table: string, q: string, byIndex: boolean): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.search_text`);
  const terms = q.trim().split(/\s+/).slice(0, maxTerms);
  const conditions = terms.map((term): RawBuilder<SqlBool> => {
    const isShortWord = term.length < trigramLength && /^[a-z0-9]+$/i.test(term);
    if (!isShortWord) return sql`${text} like '%' || lower(${term.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`;
    const start = term.toLowerCase();
    return byIndex
      ? sql`to_tsvector('simple', ${text}) @@ ${`${start}:*`}::tsquery`
      : sql`${text} ~ ${`\\m${start}`}`;
  });
  return sql`(${sql.join(conditions, sql` and `)})`;
}
