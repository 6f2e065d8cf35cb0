import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { found, indexed, type SearchedTable } from '../search-conditions.server.ts';
import { readTerms } from '../search-terms.ts';

/**
 * What a question finds in titles, published or not, by the rules of the library's search. Its indexes hold descriptions and tags
 * too, so they only name the candidates.
 */
export function titleCondition(table: SearchedTable, q: string): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.search_text`);
  const title = sql`fold_text(${sql.ref(`${table}.title`)})`;
  const conditions = readTerms(q).map(
    (term) => sql`${found(text, term)} and ${indexed(table, term)} and ${found(title, term)}`,
  );
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`false`;
}
