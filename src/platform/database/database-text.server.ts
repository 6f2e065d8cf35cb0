import { type QueryExecutorProvider, sql } from 'kysely';

/** How to create a database that can store any text and knows the letters of every script. */
export const howToCreate = '"createdb -T template0 -E UTF8 --locale=C.UTF-8 -O promptory <name>"';

/** Why a database can't store all texts or search them correctly, in words for the operator; undefined if it can. */
export async function readTextProblem(
  db: QueryExecutorProvider,
): Promise<{ kind: 'encoding' | 'locale'; problem: string } | undefined> {
  const { rows } = await sql<{ encoding: string; locale: string }>`
    select pg_encoding_to_char(encoding) as encoding, datctype as locale
    from pg_database where datname = current_database()`.execute(db);
  const { encoding = '?', locale = '?' } = rows[0] ?? {};
  if (encoding !== 'UTF8')
    return { kind: 'encoding', problem: `it has the encoding ${encoding}, but needs UTF8` };
  const folded = await sql<{ is_lower: boolean }>`select lower('Я') = 'я' as is_lower`.execute(db);
  if (folded.rows[0]?.is_lower) return undefined;
  return {
    kind: 'locale',
    problem: `its locale, ${locale}, knows only the letters of ASCII, and search misses words in other scripts`,
  };
}

/** @throws Error if the database can't store all texts */
export async function assertEncoding(db: QueryExecutorProvider): Promise<void> {
  const found = await readTextProblem(db);
  if (found?.kind === 'encoding')
    throw new Error(`The database cannot be used: ${found.problem}. Create another one with ${howToCreate}.`);
}
