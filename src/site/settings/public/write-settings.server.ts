import { sql } from 'kysely';
import type { DB } from '#access/database.ts';
import type { Writer } from '#access/writable.server.ts';
import { noteNoChange } from '#platform/audit-trail.server.ts';
import { readSettings } from './read-settings.server.ts';

type Setting = { setting_key: string; setting_value: string };

/** Stores settings, and removes those that return to their defaults. Unchanged ones aren't written. */
export async function writeSettings(
  transaction: Writer<Pick<DB, 'site_settings'>>,
  values: Setting[],
  removed: string[],
): Promise<void> {
  const names = [...removed, ...values.map(({ setting_key }) => setting_key)];
  const stored = names.length === 0 ? new Map<string, string>() : await readSettings(transaction, names);
  const emptied = removed.filter((name) => stored.has(name));
  const changed = values.filter(
    ({ setting_key, setting_value }) => stored.get(setting_key) !== setting_value,
  );
  if (emptied.length + changed.length === 0) noteNoChange();
  if (emptied.length > 0)
    await transaction.deleteFrom('site_settings').where('setting_key', 'in', emptied).execute();
  if (changed.length > 0)
    await transaction
      .insertInto('site_settings')
      .values(changed)
      .onConflict((conflict) =>
        conflict
          .column('setting_key')
          .doUpdateSet({ setting_value: sql`excluded.setting_value`, updated_at: sql`now()` }),
      )
      .execute();
}
