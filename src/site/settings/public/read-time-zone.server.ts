import type { Database } from '#access/database.ts';
import { defaultTimeZone } from '#constants';
import { readSettings } from './read-settings.server.ts';

/** The time zone that the site counts in, by its IANA name. */
export async function readTimeZone(db: Database): Promise<string> {
  const values = await readSettings(db, ['time_zone']);
  return values.get('time_zone') ?? defaultTimeZone;
}
