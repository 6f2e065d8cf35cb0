import type { Database } from '#access/database.ts';
import type { Vault } from '#platform/secret.server.ts';

export type PaymentKeys = { secretKey: string; webhookSecret: string | undefined };

/**
 * The payment provider's keys as the settings hold them, opened. They never leave the server. 'sealed' where this APP_SECRET
 * does not open them: they are set, but cannot be used.
 */
export async function readPaymentKeys(db: Database, vault: Vault): Promise<PaymentKeys | 'none' | 'sealed'> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['setting_key', 'setting_value'])
    .where('setting_key', 'in', ['stripe_secret_key', 'stripe_webhook_secret'])
    .execute();
  const open = (key: string) => {
    const value = rows.find((row) => row.setting_key === key)?.setting_value;
    return value === undefined ? undefined : vault.decrypt(Buffer.from(value, 'base64'));
  };
  try {
    const secretKey = open('stripe_secret_key');
    return secretKey === undefined ? 'none' : { secretKey, webhookSecret: open('stripe_webhook_secret') };
  } catch {
    return 'sealed';
  }
}
