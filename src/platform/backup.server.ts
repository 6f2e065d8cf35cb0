import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { advisoryLocks } from './locks.ts';
import { appliedMigrations, migrate, migrationNames } from './migrate.server.ts';

const format = 'promptory-backup';
const batchSize = 500;

const header = z.object({
  format: z.literal(format),
  made_at: z.string(),
  migrations: z.array(z.string()).min(1),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const endLine = z.object({ end: z.literal(true), rows: z.int() });

/** A backup that cannot be read or restored; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

type Table = { name: string; columns: string[] };

/** The tables that hold data, with their columns except generated ones. */
async function listTables<Tables>(db: Kysely<Tables>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'auth') and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'kysely%'
    group by 1 order by 1`.execute(db);
  return rows;
}

/**
 * Writes a consistent snapshot of all data to a compressed file of JSON lines; the site may be running. The file gets its name
 * only when it is complete.
 * @returns the number of rows.
 */
export async function writeBackup<Tables>(db: Kysely<Tables>, file: string): Promise<number> {
  const draft = `${file}.part`;
  let rows = 0;
  const lines = async function* (transaction: Transaction<Tables>) {
    const migrations = await appliedMigrations(transaction);
    yield `${JSON.stringify({ format, made_at: new Date().toISOString(), migrations })}\n`;
    for (const { name, columns } of await listTables(transaction)) {
      yield `${JSON.stringify({ table: name, columns })}\n`;
      const list = sql.raw(columns.join(', '));
      await sql`declare backup no scroll cursor for select to_json(row) #>> '{}' as line from (select ${list} from ${sql.raw(name)}) row`.execute(
        transaction,
      );
      for (;;) {
        const batch = await sql<{ line: string }>`fetch ${sql.lit(batchSize)} from backup`.execute(
          transaction,
        );
        if (batch.rows.length === 0) break;
        rows += batch.rows.length;
        yield batch.rows.map(({ line }) => `${line}\n`).join('');
      }
      await sql`close backup`.execute(transaction);
    }
    yield `${JSON.stringify({ end: true, rows })}\n`;
  };
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`set local timezone to 'UTC'`.execute(transaction);
        await pipeline(
          Readable.from(lines(transaction)),
          createGzip(),
          createWriteStream(draft, { mode: 0o600, flush: true }),
        );
      });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return rows;
}

/** The lines of a file. Only a line feed ends a line, because a JSON string may contain other line separators. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.on('error', (error) => unzipped.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of unzipped) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** Reads the whole file, so that a damaged one is rejected before anything is changed. */
async function checkBackup(file: string): Promise<z.output<typeof header>> {
  let head: z.output<typeof header> | undefined;
  let rows = 0;
  let isComplete = false;
  try {
    await (await open(file)).close();
    for await (const line of readLines(file)) {
      const value: unknown = JSON.parse(line);
      if (!head) head = header.parse(value);
      else if (endLine.safeParse(value).success) isComplete = endLine.parse(value).rows === rows;
      else if (!tableLine.safeParse(value).success) rows += 1;
    }
  } catch (cause) {
    throw new BackupError(`${file} is not a readable backup: ${(cause as Error).message}`, { cause });
  }
  if (!head || !isComplete) throw new BackupError(`${file} is incomplete.`);
  return head;
}

/**
 * Replaces all data with a backup, in one transaction: a backup from an older release is migrated, and any error leaves the
 * site unchanged.
 * @returns the number of rows.
 * @throws BackupError for a damaged file, a backup from a newer release, or a running site.
 */
export async function restoreBackup<Tables>(db: Kysely<Tables>, file: string): Promise<number> {
  const { migrations } = await checkBackup(file);
  const available = await migrationNames();
  const unknown = migrations.find((name, index) => available[index] !== name);
  if (unknown) {
    throw new BackupError(
      `The backup was made by a newer release (with migration ${unknown}). Install that release, then restore.`,
    );
  }
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.restore})`.execute(transaction);
    const others = await sql`
      select from pg_stat_activity where datname = current_database() and application_name ~ '^promptory( events .*)?$' and pid <> pg_backend_pid()`.execute(
      transaction,
    );
    if (others.rows.length > 0) throw new BackupError('The site is running. Stop it, then restore.');
    await sql`set local timezone to 'UTC'`.execute(transaction);
    await sql
      .raw('drop schema if exists auth cascade; drop schema public cascade; create schema public')
      .execute(transaction);
    await migrate(transaction, migrations.at(-1));
    const rows = await load(transaction, file);
    await migrate(transaction);
    return rows;
  });
}

async function load<Tables>(transaction: Transaction<Tables>, file: string): Promise<number> {
  // Foreign keys are checked once, after all rows are loaded. Triggers already ran before the backup was made.
  const { rows: foreignKeys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace::regnamespace::text in ('public', 'auth')`.execute(
    transaction,
  );
  const tables = await listTables(transaction);
  for (const { table, name } of foreignKeys)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(transaction);
  for (const { name } of tables)
    await sql.raw(`alter table ${name} disable trigger user`).execute(transaction);

  let count = 0;
  let table: z.output<typeof tableLine> | undefined;
  let batch: string[] = [];
  const flush = async () => {
    if (table && batch.length > 0) {
      const columns = sql.raw(table.columns.join(', '));
      const target = sql.raw(table.table);
      await sql`insert into ${target} (${columns})
        select ${columns} from json_populate_recordset(null::${target}, ${`[${batch.join(',')}]`}::json)`.execute(
        transaction,
      );
    }
    count += batch.length;
    batch = [];
  };
  let isFirst = true;
  for await (const line of readLines(file)) {
    const marker = isFirst ? undefined : /^\{"(table|end)":/.exec(line)?.[1];
    if (isFirst) isFirst = false;
    else if (marker === 'table' && tableLine.safeParse(JSON.parse(line)).success) {
      await flush();
      table = tableLine.parse(JSON.parse(line));
    } else if (marker !== 'end') {
      batch.push(line);
      if (batch.length >= batchSize) await flush();
    }
  }
  await flush();

  for (const { name } of tables)
    await sql.raw(`alter table ${name} enable trigger user`).execute(transaction);
  for (const { table: name, name: constraint, definition } of foreignKeys) {
    await sql.raw(`alter table ${name} add constraint ${constraint} ${definition}`).execute(transaction);
  }
  return count;
}
