import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const directory = new URL('../../db/migrations/', import.meta.url);

/** The migrations under db/migrations: plain SQL, forward only, each named once and for ever. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, directory), 'utf8');
    return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of all migrations of this release, in their order. */
export const migrationNames = async () => Object.keys(await readMigrations());

/**
 * Brings the schema up to date, or to the migration named `upTo`, all in one transaction under a lock: of several
 * processes that start at once one migrates and the others wait, and a process killed half-way leaves nothing behind.
 * @returns the names of the migrations that were applied now.
 */
export async function migrate<Tables>(db: Kysely<Tables>, upTo?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw new Error('The database could not be brought up to date.', { cause: error });
  return results.map((result) => result.migrationName);
}

/** The migrations that a database has, in their order; none where it is empty. */
export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass('kysely_migration')::text as found`.execute(db);
  if (!rows[0]?.found) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map((row) => row.name);
}
