import { type QueryExecutorProvider, sql } from 'kysely';

const oldestMajor = 15;

/** How to create a database that can store any text and knows the letters of every script. */
export const howToCreate = '"createdb -T template0 -E UTF8 --locale=C.UTF-8 -O promptory <name>"';

/** Why a database is too old, or can't store all texts or search them correctly, in words for the operator; undefined if it can. */
export async function readDatabaseProblem(
  db: QueryExecutorProvider,
): Promise<{ kind: 'version' | 'encoding' | 'locale'; problem: string } | undefined> {
  const { rows } = await sql<{ version: string; encoding: string; locale: string }>`
    select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding, datctype as locale
    from pg_database where datname = current_database()`.execute(db);
  const { version = '?', encoding = '?', locale = '?' } = rows[0] ?? {};
  if (Number.parseInt(version) < oldestMajor)
    return { kind: 'version', problem: `it is on PostgreSQL ${version}, but needs ${oldestMajor} or later` };
  if (encoding !== 'UTF8')
    return { kind: 'encoding', problem: `it has the encoding ${encoding}, but needs UTF8` };
  const folded = await sql<{ is_lower: boolean }>`select lower('Я') = 'я' as is_lower`.execute(db);
  if (folded.rows[0]?.is_lower) return undefined;
  return {
    kind: 'locale',
    problem: `its locale, ${locale}, knows only the letters of ASCII, and search misses words in other scripts`,
  };
}

/** @throws Error if the database is too old or can't store all texts */
export async function assertUsable(db: QueryExecutorProvider): Promise<void> {
  const found = await readDatabaseProblem(db);
  if (found && found.kind !== 'locale')
    throw new Error(`The database cannot be used: ${found.problem}. Create another one with ${howToCreate}.`);
}
