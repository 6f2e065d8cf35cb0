import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { dropDatabase, makeTemplate, startTestServer, withDatabase } from './postgres.ts';

export const typesFile = 'src/platform/database/database.types.ts';

/** Columns with a CHECK on themselves or on their domain, and its definition. */
const checkedColumns = `
  select case namespace.nspname when 'public' then class.relname else format('"%s.%s"', namespace.nspname, class.relname) end as table,
    attribute.attname as column, pg_get_constraintdef(rule.oid) as definition
  from pg_constraint rule
  join pg_attribute attribute on rule.conkey = array[attribute.attnum] and attribute.attrelid = rule.conrelid
    or rule.contypid <> 0 and attribute.atttypid = rule.contypid
  join pg_class class on class.oid = attribute.attrelid and class.relkind = 'r'
  join pg_namespace namespace on namespace.oid = class.relnamespace and namespace.nspname in ('public', 'auth')
  where rule.contype = 'c'`;
type CheckedColumn = { table: string; column: string; definition: string };

/** A CHECK with a list of allowed strings, as PostgreSQL prints it. */
const listOfWords = /^CHECK \(\("?\w+"? = (?:ANY \(ARRAY\[[^\]]*\]\)|'[^']*'::text)\)\)$/;

/** Turns `string` into `'draft' | 'published'` for columns with such a CHECK, because kysely-codegen ignores CHECKs. */
function withUnions(types: string, columns: CheckedColumn[]): string {
  let result = types;
  for (const { table, column, definition } of columns.filter((checked) =>
    listOfWords.test(checked.definition),
  )) {
    const name = new RegExp(`^  ${table}: (\\w+);$`, 'm').exec(types)?.[1];
    const line = new RegExp(`(export interface ${name} {[^}]*?\\n  ${column}: [^;]*?)string`);
    const union = [...definition.matchAll(/'[^']*'/g)].join(' | ');
    if (!line.test(result)) throw new Error(`${table}.${column} has no type of text`);
    result = result.replace(line, `$1${union}`);
  }
  return result;
}

/** Writes the types of the database at `url` to a file. */
export async function generateTypes(url: string, file: string): Promise<void> {
  const args = [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${file}`,
    '--default-schema=public',
    '--include-pattern=(public|auth).*',
    '--exclude-pattern=*.kysely_*',
    '--date-parser=string',
  ];
  execFileSync(process.execPath, args, { stdio: 'pipe' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<CheckedColumn>(checkedColumns);
  await client.end();
  await writeFile(file, withUnions(await readFile(file, 'utf8'), rows));
}

if (import.meta.main) {
  const server = await startTestServer();
  const template = await makeTemplate(server.url);
  await generateTypes(withDatabase(server.url, template), typesFile);
  await dropDatabase(server.url, template);
  await server.stop();
}
