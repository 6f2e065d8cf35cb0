import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readTerms, startsWithLetter, type Term, wordsOf } from './search-terms.ts';

export type SearchedTable = 'prompts' | 'playbooks';

/** What a question finds; undefined where none of its words has a letter or digit. */
export function searchCondition(table: SearchedTable, q: string): RawBuilder<SqlBool> | undefined {
  const terms = readTerms(q);
  if (terms.length === 0) return undefined;
  const conditions = terms.map((term) => sql`${found(table, term)} and ${indexed(table, term)}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The same where an index would not help: on rows that are read anyway. */
export function searchConditionOfRows(table: SearchedTable, terms: Term[]): RawBuilder<SqlBool> {
  const conditions = terms.map((term) => found(table, term));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Says exactly what a term finds. */
function found(table: SearchedTable, term: Term): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.search_text`);
  return term.begins && startsWithLetter(term)
    ? sql`${text} ~ ${`(^|[^[:alnum:]])${term.text.replaceAll(/[^\p{Alphabetic}\p{Nd}]/gu, '\\$&')}`}`
    : sql`${text} like ${`%${term.text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
}

/** What has to be true besides, in the form that an index understands; trigrams of ASCII letters know `like`. */
function indexed(table: SearchedTable, term: Term): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.search_text`);
  if (term.begins) {
    const starts = wordsOf(term).map((word) => `'${word}':*`);
    return sql`search_words(${text}) @@ ${starts.join(' & ')}::tsquery`;
  }
  const isAscii = /^[ -~]*$/.test(term.text);
  return isAscii
    ? sql`true`
    : sql`octet_length(${text}) <> length(${text}) and search_grams(${text}) @> search_grams(${term.text})`;
}
