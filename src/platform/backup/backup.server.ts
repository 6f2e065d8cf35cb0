import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import type { DB } from '../database/database.types.ts';
import { advisoryLocks, takeLock } from '../database/locks.ts';
import { appliedMigrations, migrate, migrationNames } from '../database/migrate.server.ts';
import { messageOf } from '../error-message.ts';
import { type ArchiveEntry, BackupError, packArchive, readArchive } from './backup-archive.server.ts';
import { isFirstFormat, loadFirstFormat, readFirstFormat } from './backup-first-format.server.ts';
import {
  dumpTable,
  fullName,
  listSequences,
  listTables,
  quotedTable,
  sequenceShape,
  tableShape,
  withoutChecks,
} from './backup-tables.server.ts';

/** Files that belong to the site, such as its pictures. Names may contain slashes, but don't start with one. */
export type BackupFiles = {
  list(): Promise<string[]>;
  /** Undefined if it has been deleted since. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** @throws Error for a name that these files can't have */
  write(name: string, bytes: Uint8Array): Promise<void>;
};
/** By their folder in the backup. */
type FileFolders = Record<string, BackupFiles>;

const format = 'promptory-backup';
const headerName = 'backup.json';
const header = z.object({
  format: z.literal(format),
  version: z.literal(2),
  made_at: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableShape),
  sequences: z.array(sequenceShape),
});
const tablesFolder = 'tables/';
const pieceBytes = 1_048_576;

export type BackupSummary = { made_at: string; migrations: string[]; tables: number; files: number };

/** A Kysely instance that uses a single connection and never releases it. */
function kyselyOn(client: pg.PoolClient) {
  const held = { query: client.query.bind(client), release: () => undefined } as pg.PoolClient;
  const pool = { connect: async () => held, end: async () => undefined, options: {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Backs up all of the site's data from a single snapshot; the site may be running. The archive is created while it is read. */
export function makeBackup(pool: pg.Pool, folders: FileFolders): Readable {
  return packArchive(backupEntries(pool, folders));
}

async function* backupEntries(pool: pg.Pool, folders: FileFolders): AsyncGenerator<ArchiveEntry> {
  const client = await pool.connect();
  const db = kyselyOn(client);
  let failure: Error | undefined;
  try {
    // From here on, no picture is deleted, so that all those that the snapshot's rows refer to can be copied.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.pictures]);
    await client.query('begin isolation level repeatable read read only');
    await client.query("set local timezone to 'UTC'");
    const [tables, sequences] = [await listTables(db), await listSequences(db)];
    const migrations = await appliedMigrations(db);
    const head = { format, version: 2, made_at: new Date().toISOString(), migrations, tables, sequences };
    yield { name: headerName, bytes: new TextEncoder().encode(JSON.stringify(head)) };
    for (const table of tables) {
      let piece = 0;
      for await (const bytes of dumpTable(client, table, pieceBytes)) {
        piece += 1;
        yield { name: `${tablesFolder}${fullName(table)}/${String(piece).padStart(6, '0')}`, bytes };
      }
    }
    await client.query('commit');
    for (const [folder, files] of Object.entries(folders)) {
      for (const name of await files.list()) {
        const bytes = await files.read(name);
        if (bytes) yield { name: `${folder}/${name}`, bytes: new Uint8Array(bytes) };
      }
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Closes the connection, which also releases the lock.
    client.release(failure ?? true);
  }
}

/** Reads a whole backup and checks every byte. @throws BackupError if it is corrupted or incomplete */
export async function verifyBackup(file: string): Promise<BackupSummary> {
  try {
    if (await isFirstFormat(file)) return await readFirstFormat(file);
    let head: z.output<typeof header> | undefined;
    let files = 0;
    for await (const { name, bytes } of readArchive(createReadStream(file))) {
      if (!head) head = readHeader(name, bytes);
      else if (!name.startsWith(tablesFolder)) files += 1;
    }
    if (!head) throw new BackupError('It is empty.');
    return { ...head, tables: head.tables.length, files };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new BackupError(`${file} is not a readable backup: ${reason}`, { cause });
  }
}

function readHeader(name: string, bytes: Uint8Array): z.output<typeof header> {
  if (name !== headerName) throw new BackupError(`It does not begin with ${headerName}.`);
  return header.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

type Restore = {
  /** The migrations that the backup has. */
  migrations: string[];
  folders: FileFolders;
  /** Checks or changes the restored data; if it throws, the site stays as it was. */
  beforeCommit(transaction: Transaction<DB>): Promise<void>;
};

/** Verifies a backup before restoring it. @throws BackupError if it is corrupted, or from a newer release */
export async function verifyRestorable(file: string): Promise<BackupSummary> {
  const summary = await verifyBackup(file);
  const available = await migrationNames();
  const unknown = summary.migrations.find((name, index) => available[index] !== name);
  if (unknown) {
    throw new BackupError(
      `The backup was made by a newer release (with migration ${unknown}). Install that release, then restore.`,
    );
  }
  return summary;
}

/**
 * Replaces all data with a verified backup, in one transaction: a backup from an older release is migrated, and any
 * error leaves the data unchanged. Files are added and replaced.
 * @throws BackupError if the site is running
 */
export async function restoreBackup(
  pool: pg.Pool,
  file: string,
  { migrations, folders, beforeCommit }: Restore,
): Promise<void> {
  const client = await pool.connect();
  try {
    await kyselyOn(client)
      .transaction()
      .execute(async (transaction) => {
        await client.query(
          "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone to 'UTC'",
        );
        await takeLock(transaction, 'restore');
        const others = await sql`select from pg_stat_activity where datname = current_database()
          and application_name ~ '^promptory( events .*)?$' and pid <> pg_backend_pid()`.execute(transaction);
        if (others.rows.length > 0) throw new BackupError('The site is running. Stop it, then restore.');
        await client.query(
          'drop schema if exists auth cascade; drop schema public cascade; create schema public',
        );
        await migrate(transaction, migrations.at(-1));
        await withoutChecks(transaction, async () => {
          if (await isFirstFormat(file)) await loadFirstFormat(transaction, client, file);
          else await load(transaction, client, file);
        });
        await migrate(transaction);
        await beforeCommit(transaction);
        // Written files can't be rolled back, so they come last. The first format has none.
        if (!(await isFirstFormat(file))) await writeFiles(file, folders);
      });
  } finally {
    client.release(true);
  }
}

async function load(transaction: Transaction<DB>, client: pg.PoolClient, file: string): Promise<void> {
  const tables = await listTables(transaction);
  const entries = readArchive(createReadStream(file));
  const next = async () => (await entries.next()).value as ArchiveEntry | undefined;
  const first = await next();
  if (!first) throw new BackupError('It is empty.');
  const head = readHeader(first.name, first.bytes);
  let entry = await next();
  const folderOf = ({ name }: ArchiveEntry) => name.slice(0, name.lastIndexOf('/'));

  while (entry) {
    const folder = folderOf(entry);
    const given = head.tables.find((table) => `${tablesFolder}${fullName(table)}` === folder);
    if (given) {
      const { name, columns } = quotedTable(tables, given, client);
      const pieces = async function* () {
        for (; entry && folderOf(entry) === folder; entry = await next()) yield entry.bytes;
      };
      await pipeline(pieces, client.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
    } else entry = await next();
  }
  const known = await sql<{ schema: string; name: string }>`
    select schemaname::text as schema, sequencename::text as name from pg_sequences`.execute(transaction);
  for (const sequence of head.sequences) {
    const { schema, name } = known.rows.find((one) => fullName(one) === fullName(sequence)) ?? {};
    if (!schema || !name)
      throw new BackupError(`It holds a sequence that this site does not have: ${fullName(sequence)}.`);
    await sql`select setval(format('%I.%I', ${schema}::text, ${name}::text), ${sequence.value}::bigint)`.execute(
      transaction,
    );
  }
}

async function writeFiles(file: string, folders: FileFolders): Promise<void> {
  for await (const { name, bytes } of readArchive(createReadStream(file))) {
    const [top = '', ...rest] = name.split('/');
    await folders[top]?.write(rest.join('/'), bytes);
  }
}
