import { sql } from 'kysely';
import type { DB } from '#access/database.ts';
import type { Writer } from '#access/writable.server.ts';

type Setting = { setting_key: string; setting_value: string };

/** Stores settings, and removes those that are to have their defaults. */
export async function writeSettings(
  transaction: Writer<Pick<DB, 'site_settings'>>,
  values: Setting[],
  removed: string[],
): Promise<void> {
  if (removed.length > 0)
    await transaction.deleteFrom('site_settings').where('setting_key', 'in', removed).execute();
  if (values.length > 0)
    await transaction
      .insertInto('site_settings')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('setting_key')
          .doUpdateSet({ setting_value: sql`excluded.setting_value`, updated_at: sql`now()` }),
      )
      .execute();
}
