import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readTerms, startsWithLetter, type Term, wordsOf } from './search-terms.ts';

export type SearchedTable = 'prompts' | 'playbooks';

/**
 * What a question finds, in a form that indexes answer; nothing where none of its words has a letter or digit. Words in `frequent` are
 * looked for only in what the others find.
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

/** What has the words of a question in its title, in a form that indexes answer, and where an index would not help. */
export function titleCondition(table: SearchedTable, terms: Term[]): RawBuilder<SqlBool> {
  const conditions = terms.map((term) => sql`${found(titleOf(table), term)} and ${indexed(table, term)}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}
export function titleConditionOfRows(table: SearchedTable, terms: Term[]): RawBuilder<SqlBool> {
  const conditions = terms.map((term) => found(titleOf(table), term));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

export const textOf = (table: SearchedTable) => sql.ref(`${table}.search_text`);
/** The folded title: the first line of the text. As the index of titles has it. */
export const titleOf = (table: SearchedTable) => sql`split_part(${textOf(table)}, E'\n', 1)`;

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
