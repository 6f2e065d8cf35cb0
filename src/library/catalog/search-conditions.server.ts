import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '#platform/text/fold-text.ts';
import { readTerms, startsWithLetter, type Term, wordsOf } from './search-terms.ts';

export type SearchedTable = 'prompts' | 'playbooks';

/**
 * The condition for items that match a search, in a form that uses indexes; false without terms. Terms in `frequent`
 * don't use an index, but are only checked in the matches of the others.
 */
export function searchCondition(
  table: SearchedTable,
  terms: readonly Term[],
  frequent: readonly Term[] = [],
): RawBuilder<SqlBool> {
  const conditions = terms.map((term) =>
    frequent.includes(term)
      ? found(sql`(${textOf(table)} || '')`, term)
      : sql`${found(textOf(table), term)} and ${indexed(table, term)}`,
  );
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`false`;
}

export const searchOf = (table: SearchedTable, q: string) => searchCondition(table, readTerms(q));

/** The same condition for rows that are read anyway, without using an index. */
export function searchConditionOfRows(table: SearchedTable, terms: readonly Term[]): RawBuilder<SqlBool> {
  if (terms.length === 0) return sql`false`;
  const conditions = terms.map((term) => found(textOf(table), term));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The condition for items with all terms in their title, in a form that uses indexes; `titleConditionOfRows` uses none. */
export function titleCondition(table: SearchedTable, terms: Term[]): RawBuilder<SqlBool> {
  const conditions = terms.map((term) => sql`${found(titleOf(table), term)} and ${indexed(table, term)}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}
export function titleConditionOfRows(table: SearchedTable, terms: Term[]): RawBuilder<SqlBool> {
  const conditions = terms.map((term) => found(titleOf(table), term));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

export const textOf = (table: SearchedTable) => sql.ref(`${table}.search_text`);
/** The folded title, which is the first line of the text. Must be the same expression as in the index of titles. */
export const titleOf = (table: SearchedTable) => sql`split_part(${textOf(table)}, E'\n', 1)`;

/** The condition for items whose title is the search text. Titles keep their spaces, but few people type or see two of them. */
export function exactTitle(table: SearchedTable, q: string): RawBuilder<SqlBool> {
  const typed = foldText(q);
  return sql`${titleOf(table)} in (${typed}, ${typed.replaceAll(/\s+/g, ' ')})`;
}

/** The exact condition for texts that contain a term. */
export function found(text: RawBuilder<unknown>, term: Term): RawBuilder<SqlBool> {
  return term.begins && startsWithLetter(term)
    ? sql`${text} ~ ${`(^|[^[:alnum:]])${term.text.replaceAll(/[^\p{Alphabetic}\p{Nd}]/gu, '\\$&')}`}`
    : sql`${text} like ${`%${term.text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
}

/** The additional condition that an index understands; for ASCII letters, the trigram index already answers `like`. */
export function indexed(table: SearchedTable, term: Term): RawBuilder<SqlBool> {
  const text = textOf(table);
  if (term.begins) {
    const starts = wordsOf(term).map((word) => `'${word}':*`);
    return sql`search_words(${text}) @@ ${starts.join(' & ')}::tsquery`;
  }
  const isAscii = /^[ -~]*$/.test(term.text);
  return isAscii
    ? sql`true`
    : sql`octet_length(${text}) <> length(${text}) and search_grams(${text}) @> search_grams(${term.text})`;
}
