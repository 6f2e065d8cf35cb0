import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { BackupError } from './backup-archive.server.ts';

/** A table or sequence. Names are unquoted, as in the system catalog. */
export const tableShape = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
});
export type Table = z.output<typeof tableShape>;
export const sequenceShape = z.object({ schema: z.string(), name: z.string(), value: z.string() });

export const fullName = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`;

/** All tables with data, and their columns except generated ones. */
export async function listTables<Tables>(db: Kysely<Tables>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'auth') and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'kysely%'
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export async function listSequences<Tables>(db: Kysely<Tables>): Promise<z.output<typeof sequenceShape>[]> {
  const { rows } = await sql<z.output<typeof sequenceShape>>`
    select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'auth') and last_value is not null order by 1, 2`.execute(db);
  return rows;
}

/** A table quoted for SQL, with the columns that a backup has of it. @throws BackupError if the schema doesn't have them */
export function quotedTable(tables: Table[], given: Table, client: pg.ClientBase) {
  const table = tables.find((table) => fullName(table) === fullName(given));
  const unknown = given.columns.find((column) => !table?.columns.includes(column));
  if (!table || unknown !== undefined)
    throw new BackupError(
      `It holds ${unknown === undefined ? 'a table' : 'a column'} that this site does not have: ${fullName(given)}${unknown === undefined ? '' : `, ${unknown}`}.`,
    );
  const quote = (name: string) => client.escapeIdentifier(name);
  return {
    name: `${quote(table.schema)}.${quote(table.name)}`,
    columns: given.columns.map(quote).join(', '),
  };
}

/** Dumps a table in PostgreSQL's own text format, in pieces of about `pieceBytes` bytes. */
export async function* dumpTable(client: pg.ClientBase, table: Table, pieceBytes: number) {
  const { name, columns } = quotedTable([table], table, client);
  const rows = client.query(copyTo(`copy ${name} (${columns}) to stdout`));
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield new Uint8Array(Buffer.concat(chunks));
    chunks = [];
    size = 0;
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(chunks));
}

/**
 * Runs `load` with foreign keys and triggers disabled. Foreign keys are checked once all rows are loaded; triggers
 * already ran before the backup was made.
 */
export async function withoutChecks<Tables>(db: Kysely<Tables>, load: () => Promise<void>): Promise<void> {
  const { rows: foreignKeys } = await sql<{ table: string; name: string; definition: string }>`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where contype = 'f' and n.nspname in ('public', 'auth')`.execute(db);
  const tables = (await listTables(db)).map(({ schema, name }) => sql.id(schema, name));
  for (const { table, name } of foreignKeys)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db);
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(db);
  await load();
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(db);
  for (const { table, name, definition } of foreignKeys)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(db);
}
