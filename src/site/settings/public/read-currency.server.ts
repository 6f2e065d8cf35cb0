import type { Database } from '#access/database.ts';
import { defaultCurrency } from '#constants';
import { readSettings } from './read-settings.server.ts';

/** The site's currency: ISO 4217, lowercase. */
export async function readCurrency(db: Database): Promise<string> {
  const values = await readSettings(db, ['currency']);
  return values.get('currency') ?? defaultCurrency;
}
