import type { Database } from '#access/database.ts';

/** The stored values of settings by name, as text. One that isn't stored has its default. */
export async function readSettings(
  db: Pick<Database, 'selectFrom'>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['setting_key', 'setting_value'])
    .where('setting_key', 'in', names)
    .execute();
  return new Map(rows.map((row) => [row.setting_key, row.setting_value]));
}
