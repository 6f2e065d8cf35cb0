import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Env } from '../env.server.ts';
import type { Log } from '../observability/log.server.ts';
import { openDatabase } from './database.server.ts';
import { databaseFailure } from './database-failure.server.ts';
import { assertUsable } from './database-problem.server.ts';

const directory = new URL('../../../db/migrations/', import.meta.url);

const migrationFiles = async () => (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
const nameOf = (file: string) => file.replace(/\.sql$/, '');

/** The migrations in db/migrations: plain SQL, forward only, never renamed. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = (await migrationFiles()).map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, directory), 'utf8');
    return [nameOf(file), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of this release's migrations, in order. */
export const migrationNames = async () => (await migrationFiles()).map(nameOf);

/**
 * Migrates the schema to the latest version, or to the migration `upTo`, in one transaction under a lock: if several
 * processes start at once, one migrates and the others wait, and a killed process leaves nothing behind.
 * @returns the names of the newly applied migrations
 */
export async function migrate<Tables>(db: Kysely<Tables>, upTo?: string): Promise<string[]> {
  const { isNew, pending } = await readPending(db);
  // Skip the migrator, which would first read all tables five times.
  if (pending.length === 0) return [];
  if (isNew) await assertUsable(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    // Migrations of two branches can be merged in the opposite order of their numbers.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw new Error('The database could not be migrated. Nothing was changed.', { cause: error });
  return results.map((result) => result.migrationName);
}

/** Whether a database is empty, and which migrations it lacks. @throws Error if a newer release has migrated it */
async function readPending<Tables>(db: Kysely<Tables>): Promise<{ isNew: boolean; pending: string[] }> {
  const known = await migrationNames();
  const applied = await appliedMigrations(db);
  assertNotNewer(applied, known);
  return { isNew: applied.length === 0, pending: known.filter((name) => !applied.includes(name)) };
}

/** What to do if a newer release has migrated the database; undefined if none has. */
export function newerRelease(applied: string[], known: string[]): string | undefined {
  const unknown = applied.find((name) => !known.includes(name));
  return (
    unknown &&
    `This data was written by a newer release (with migration ${unknown}). Nothing was changed. Start that release, or restore a backup that this one has made.`
  );
}

/** @throws Error if a newer release has migrated the database */
export function assertNotNewer(applied: string[], known: string[]): void {
  const newer = newerRelease(applied, known);
  if (newer) throw new Error(newer);
}

/**
 * Migrates before the site starts, on a connection without time limits: on a large site, a new index can take minutes. `shutdown` ends it,
 * and nothing is changed.
 * @throws Error that names the variable with the URL if no database responds there, or the reason of `shutdown`
 */
export async function migrateToStart(
  { DATABASE_DIRECT_URL }: Pick<Env, 'DATABASE_DIRECT_URL'>,
  connectionString: string,
  log: Log,
  shutdown?: AbortSignal,
): Promise<void> {
  const variable = DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const url = DATABASE_DIRECT_URL ?? connectionString;
  const { db, close } = openDatabase(url, log, 1, { statementMilliseconds: 0 });
  let endMigration = () => {};
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).catch((error) => {
      throw databaseFailure(variable, error);
    });
    endMigration = () => void endConnection(url, log, rows[0]?.pid);
    shutdown?.addEventListener('abort', endMigration);
    shutdown?.throwIfAborted();
    const { isNew, pending } = await readPending(db);
    if (!isNew && pending.length > 0)
      log.info('Upgrading the database, which can take minutes', { migrations: pending.length });
    await migrate(db);
  } catch (error) {
    throw shutdown?.aborted ? shutdown.reason : error;
  } finally {
    shutdown?.removeEventListener('abort', endMigration);
    await close();
  }
}

/** Otherwise the server would complete the statement, which can take minutes, while it holds its locks. */
async function endConnection(url: string, log: Log, pid: number | undefined): Promise<void> {
  const { db, close } = openDatabase(url, log, 1);
  await sql`select pg_terminate_backend(${pid})`.execute(db).catch(() => undefined);
  await close();
}

/** The migrations that have been applied to a database, in order; none if it is empty. */
export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (!rows[0]?.name) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map((row) => row.name);
}
