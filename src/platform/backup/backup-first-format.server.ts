import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { BackupSummary } from './backup.server.ts';
import { BackupError } from './backup-archive.server.ts';
import { listTables, quotedTable } from './backup-tables.server.ts';

// Backups of releases up to 0.2: compressed lines of JSON, without pictures. They can only be read.

const batchSize = 500;
const header = z.object({
  format: z.literal('promptory-backup'),
  made_at: z.string(),
  migrations: z.array(z.string()).min(1),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const endLine = z.object({ end: z.literal(true), rows: z.int() });

const unzip = (file: string) => pipeline(createReadStream(file), createGunzip(), () => undefined);

export async function isFirstFormat(file: string): Promise<boolean> {
  for await (const chunk of unzip(file)) return (chunk as Buffer).toString('utf8', 0, 1) === '{';
  return false;
}

/** The lines of a file. Splits only at line feeds, because JSON strings can contain other line separators. */
async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of unzip(file)) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** Reads and checks the whole file. @throws Error if it is corrupted or incomplete */
export async function readFirstFormat(file: string): Promise<BackupSummary> {
  let head: z.output<typeof header> | undefined;
  let rows = 0;
  let tables = 0;
  let isComplete = false;
  for await (const line of readLines(file)) {
    const value: unknown = JSON.parse(line);
    if (!head) head = header.parse(value);
    else if (endLine.safeParse(value).success) isComplete = endLine.parse(value).rows === rows;
    else if (tableLine.safeParse(value).success) tables += 1;
    else rows += 1;
  }
  if (!head || !isComplete) throw new BackupError('It is incomplete.');
  return { ...head, tables, files: 0 };
}

/** Loads the rows into the tables of the schema with which the backup was made. */
export async function loadFirstFormat<Tables>(
  transaction: Kysely<Tables>,
  client: pg.ClientBase,
  file: string,
): Promise<void> {
  const tables = await listTables(transaction);
  const lines = readLines(file);
  await lines.next();
  let target: ReturnType<typeof quotedTable> | undefined;
  let batch: string[] = [];
  const flush = async () => {
    if (target && batch.length > 0) {
      const [name, columns] = [sql.raw(target.name), sql.raw(target.columns)];
      await sql`insert into ${name} (${columns})
        select ${columns} from json_populate_recordset(null::${name}, ${`[${batch.join(',')}]`}::json)`.execute(
        transaction,
      );
    }
    batch = [];
  };
  for await (const line of lines) {
    const marker = /^\{"(table|end)":/.exec(line)?.[1];
    const table = marker === 'table' ? tableLine.safeParse(JSON.parse(line)).data : undefined;
    if (table) {
      await flush();
      // These names were stored quoted as in SQL.
      const plain = (name: string) => name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
      const [schema = '', name = ''] = table.table.split('.').map(plain);
      target = quotedTable(tables, { schema, name, columns: table.columns.map(plain) }, client);
    } else if (marker !== 'end') {
      batch.push(line);
      if (batch.length >= batchSize) await flush();
    }
  }
  await flush();
}
