import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { beforeImportsTable, keptTextsTable, stepsTable, versionTextsTable } from '#access/gated.server.ts';
import { playbookVersionTextsTable } from '#access/gated-versions.server.ts';
import type { Operator } from '#access/operator.ts';

/**
 * The stamps (the digits that begin the names of stored files) that no text and no URL of the site refers to. The database extracts them
 * when a row is written (`picture_stamps` in db/migrations), so that any spelling of a URL counts.
 */
export async function unusedStamps(
  db: Database,
  operator: Operator<'media'>,
  stamps: string[],
): Promise<Set<string>> {
  const tables = [
    sql.table('prompts'),
    sql.table('playbooks'),
    stepsTable(operator),
    versionTextsTable(operator),
    keptTextsTable(operator),
    playbookVersionTextsTable(operator),
    beforeImportsTable(operator),
    sql.table('my_versions'),
    sql.table('comments'),
    sql.table('site_settings'),
    sql.table('pages'),
    sql.table('page_versions'),
    sql.table('mailings'),
  ];
  // The second condition makes the partial index usable.
  const unnamed = tables.map(
    (table) => sql`not exists (select from ${table} named
      where named.picture_stamps @> array[given.stamp] and named.picture_stamps <> '{}')`,
  );
  const { rows } = await sql<{ stamp: string }>`
    select given.stamp from unnest(${stamps}::text[]) as given (stamp) where ${sql.join(unnamed, sql` and `)}`.execute(
    db,
  );
  return new Set(rows.map(({ stamp }) => stamp));
}
