import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';

/** Hours by which a backup may be late: one failed run is normal, and the next one comes an hour later. */
export const toleratedHours = 2;

/** Key of a setting: when the newest backup in BACKUP_URL was made (ISO 8601), or empty if none could be made yet. */
const key = 'newest_backup';

/**
 * Remembers when the newest backup was made, so that the admin area can tell without asking the bucket. Undefined means that none is
 * known, which doesn't replace a known one.
 */
export async function rememberNewestBackup(db: Database, operator: Operator<'backups'>, madeAt?: Date) {
  const setting_value = madeAt?.toISOString() ?? '';
  await writable(db, operator)
    .insertInto('site_settings')
    .values({ setting_key: key, setting_value })
    .onConflict((conflict) =>
      conflict
        .column('setting_key')
        .doUpdateSet({ setting_value })
        // Every change of a setting empties caches.
        .where(sql<boolean>`${setting_value} not in ('', site_settings.setting_value)`),
    )
    .execute();
}

/**
 * Whether the site makes backups, when the newest one was made, and whether that is too long ago or the first one could not be made.
 * @param every hours between backups; undefined if the site makes none
 */
export async function readBackupState(db: Database, every: number | undefined) {
  if (every === undefined) return { is_on: false, newest_at: null, is_late: false };
  const found = await db
    .selectFrom('site_settings')
    .select('setting_value')
    .where('setting_key', '=', key)
    .executeTakeFirst();
  if (!found?.setting_value) return { is_on: true, newest_at: null, is_late: found !== undefined };
  const latest = Date.now() - (every + toleratedHours) * 3_600_000;
  return {
    is_on: true,
    newest_at: found.setting_value,
    is_late: new Date(found.setting_value).getTime() < latest,
  };
}
