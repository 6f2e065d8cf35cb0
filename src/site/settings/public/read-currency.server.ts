import type { Database } from '#access/database.ts';
import { readSettings } from './read-settings.server.ts';
import { readSelling } from './selling.ts';

/** The site's currency: ISO 4217, lowercase. */
export async function readCurrency(db: Database): Promise<string> {
  return readSelling(await readSettings(db, ['currency'])).currency;
}
