import type { Database } from '#access/database.ts';
import { defaultTimeZone } from '#constants';

/** The time zone that the site counts in, by its IANA name. */
export async function readTimeZone(db: Database): Promise<string> {
  const row = await db
    .selectFrom('site_settings')
    .select('setting_value')
    .where('setting_key', '=', 'time_zone')
    .executeTakeFirst();
  return row?.setting_value ?? defaultTimeZone;
}
