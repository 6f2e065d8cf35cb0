import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Source } from '#access/reads.server.ts';
import type { Compiled } from '#access/statement.server.ts';
import { listLimitDefault } from '#constants';
import { encodeCursor } from '#platform/database/cursor.server.ts';
import { correctQuestion } from './correct-words.server.ts';
import { keyConditions, type ListQuestion, type ListRequest, readQuestion } from './list-question.server.ts';
import type { Counts } from './public/counts.server.ts';
import { keysOf, sortColumns } from './public/list-pages.server.ts';
import { searchItems } from './search.server.ts';
import { searchBest } from './search-best.server.ts';
import { searchCondition, searchConditionOfRows } from './search-conditions.server.ts';
import { readTerms } from './search-terms.ts';

type Listed<Row> = Row & { id: string; sort_key: string };
type Page<Row> = {
  items: Listed<Row>[];
  total: number;
  total_is_exact: boolean;
  next_cursor: string | null;
  corrected_q: string | null;
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
): Promise<Page<Row>> {
  const question = await readQuestion(counts, request);
  const { q, own, narrowed, isRare } = question;
  if (q) return searchOrCorrect<Row>(source, question, q);
  // The planner might walk the whole list to find a few rows, so read all matching rows first and sort them afterward.
  if (own.length > 0 || (isRare && narrowed.length > 0)) return gatherFew<Row>(source, question);
  return walk<Row>(source, question);
}

function pageOf<Row>(
  { kind, order, limit, rows }: ListQuestion,
  found: Listed<Row>[],
  total: number,
  isExact: boolean,
): Page<Row> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    total,
    total_is_exact: isExact,
    next_cursor: found.length >= rows && last ? encodeCursor(kind, [order, last.sort_key, last.id]) : null,
    corrected_q: null,
  };
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Only pages of the default size use prepared statements: there could be hundreds of other sizes. */
const run = <Found extends object>(source: Source, { rows }: ListQuestion, query: Compiled) =>
  source.run<Found>(rows === listLimitDefault + 1 ? query : { ...query, name: undefined });
const shapeOf = ({ sort, rows }: ListQuestion) => `${sort} ${rows}`;

/** Corrects the search if it has no results. */
async function searchOrCorrect<Row>(source: Source, question: ListQuestion, q: string): Promise<Page<Row>> {
  const { kind, narrowed, own } = question;
  const found = await search<Row>(source, question, q);
  if (found.total > 0 || found.items.length > 0) return found;
  const corrected = await correctQuestion(source.db, `${kind}s`, q, narrowed.length + own.length > 0);
  if (corrected === undefined) return found;
  return { ...(await search<Row>(source, question, corrected)), corrected_q: corrected };
}

/** The results of a search, in the requested order. */
async function search<Row>(source: Source, question: ListQuestion, q: string): Promise<Page<Row>> {
  const { kind, viewer, listed, pages, order, sort, rows, facets, narrowed, own, isRare, from } = question;
  const { db } = source;
  const conditions = isRare && own.length === 0 ? keyConditions(kind, facets) : narrowed;
  const among = allOf([listed, ...conditions, ...own]);
  const table = `${kind}s` as const;
  const common = { table, among, limit: rows, isFew: isRare || own.length > 0 };
  const read = async (ids: string[]) =>
    ids.length === 0 ? [] : source.run<Listed<Row>>(pages.ofIds(db, viewer, { ids }, sort));
  if (order === 'best') {
    const found = await searchBest(db, { ...common, q, after: from, count: question.count });
    const byId = new Map((await read(found.ids)).map((row) => [row.id, row]));
    const ranked = found.ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [{ ...row, sort_key: `${found.rankOf.get(id)}.${row.sort_key}` }] : [];
    });
    return pageOf(question, ranked, found.total, found.isExact);
  }
  const terms = readTerms(q);
  if (terms.length === 0) return pageOf<Row>(question, [], 0, true);
  const found = await searchItems(db, {
    ...common,
    after: from?.condition,
    key: sql.ref(`${table}.${sortColumns[sort]}`),
    terms: { rows: searchConditionOfRows(table, terms), index: searchCondition(table, terms) },
    words: terms,
  });
  return pageOf(question, await read(found.ids), found.total, found.isExact);
}

/** Reads all matching rows and sorts them; every row carries the total. */
async function gatherFew<Row>(source: Source, question: ListQuestion): Promise<Page<Row>> {
  const { viewer, listed, pages, sort, rows, facets, narrowed, own, from } = question;
  const { db } = source;
  type Gathered = Listed<Row> & { total: number };
  const among = allOf([listed, ...narrowed, ...own]);
  const gather = async (after: RawBuilder<SqlBool> | undefined, limit: number) =>
    (await pages.gathered(sort, among, after, sql`${limit}`).execute(db)).rows as Gathered[];
  const few = () => {
    const [keys, shape] = [keysOf(facets), shapeOf(question)];
    return from
      ? pages.nextFew(db, viewer, { keys, ...from.place }, shape)
      : pages.firstFew(db, viewer, { keys }, shape);
  };
  const gathered =
    own.length > 0 ? await gather(from?.condition, rows) : await run<Gathered>(source, question, few());
  // Past the end, no row carries the total.
  const [counted] = gathered.length > 0 || !from ? gathered : await gather(undefined, 1);
  return pageOf<Row>(question, gathered, counted?.total ?? 0, true);
}

/** Reads the list in its order until the page is full. */
async function walk<Row>(source: Source, question: ListQuestion): Promise<Page<Row>> {
  const { viewer, listed, pages, sort, rows, narrowed, count, from } = question;
  const { db } = source;
  const read = async () => {
    const where = allOf([listed, ...narrowed, ...(from ? [from.condition] : [])]);
    return (await pages.cards(sort, where, sql`${rows}`).execute(db)).rows as Listed<Row>[];
  };
  const prepared = () => {
    const shape = shapeOf(question);
    return from ? pages.next(db, viewer, from.place, shape) : pages.first(db, viewer, {}, shape);
  };
  const found = narrowed.length > 0 ? await read() : await run<Listed<Row>>(source, question, prepared());
  return pageOf(question, found, count ?? found.length, count !== undefined);
}
