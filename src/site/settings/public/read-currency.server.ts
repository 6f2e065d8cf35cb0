import type { Database } from '#access/database.ts';
import { defaultCurrency } from '#constants';

/** The site's currency: ISO 4217, lowercase. */
export async function readCurrency(db: Database): Promise<string> {
  const row = await db
    .selectFrom('site_settings')
    .select('setting_value')
    .where('setting_key', '=', 'currency')
    .executeTakeFirst();
  return row?.setting_value ?? defaultCurrency;
}
