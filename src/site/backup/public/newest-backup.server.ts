import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';

/** Hours by which a backup may be late: one failed run is normal, and the next one comes an hour later. */
export const toleratedHours = 2;

/** Key of a setting: when the newest backup in BACKUP_URL was made (ISO 8601), or empty if none could be made yet. */
const key = 'newest_backup';
/** Key of a setting whose time is when BACKUP_URL was set. */
const wantedKey = 'backups_wanted';
/** Hours after which a site should have its first backup, even if each process that starts one is killed. */
const firstHours = 24;

/** Called at a start without BACKUP_URL, so that the time until it is set again doesn't count, nor an earlier failure. */
export const forgetBackupsWanted = (db: Database, operator: Operator<'backups'>) =>
  writable(db, operator)
    .deleteFrom('site_settings')
    .where(sql<boolean>`setting_key = ${wantedKey} or setting_key = ${key} and setting_value = ''`)
    .execute();

export const rememberBackupsWanted = (db: Database, operator: Operator<'backups'>) =>
  writable(db, operator)
    .insertInto('site_settings')
    .values({ setting_key: wantedKey, setting_value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

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
 * Whether the site makes backups, when the newest one was made, and whether that is too long ago or the first one could not be made or is
 * missing after a day.
 * @param every hours between backups; undefined if the site makes none
 */
export async function readBackupState(db: Database, every: number | undefined) {
  if (every === undefined) return { is_on: false, newest_at: null, is_late: false };
  const rows = await db
    .selectFrom('site_settings')
    .select(['setting_key', 'setting_value', 'updated_at'])
    .where('setting_key', 'in', [key, wantedKey])
    .execute();
  const [found, wanted] = [key, wantedKey].map((name) => rows.find((row) => row.setting_key === name));
  const since = wanted === undefined ? Date.now() : new Date(wanted.updated_at).getTime();
  if (!found?.setting_value) {
    const is_late = found !== undefined || since < Date.now() - firstHours * 3_600_000;
    return { is_on: true, newest_at: null, is_late };
  }
  const latest = Date.now() - (every + toleratedHours) * 3_600_000;
  return {
    is_on: true,
    newest_at: found.setting_value,
    is_late: Math.max(new Date(found.setting_value).getTime(), since) < latest,
  };
}
