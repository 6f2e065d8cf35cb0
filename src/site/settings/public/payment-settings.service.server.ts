import type { Database } from '#access/database.ts';
import type { Vault } from '#platform/secret.server.ts';
import { lostPaymentNames, readLostPayments } from '../lost-payments.ts';
import { readSettings } from './read-settings.server.ts';
import { readSelling, type SellingSettings, sellingNames } from './selling.ts';

export type PaymentKeys = { secretKey: string; webhookSecret: string | undefined };
export type PaymentSettings = {
  /** `sealed`: keys are set, but can't be decrypted with the current APP_SECRET. */
  keys: PaymentKeys | 'none' | 'sealed';
  /** How many days access continues after a failed payment. */
  graceDays: number;
  /** Whether a refunded payment or a lost dispute cancels the subscription. */
  cancelsRefunded: boolean;
  selling: SellingSettings;
};

/** The payment settings, with the provider's keys decrypted: they must never leave the server. */
export async function readPaymentSettings(db: Database, vault: Vault): Promise<PaymentSettings> {
  const values = await readSettings(db, [
    'stripe_secret_key',
    'stripe_webhook_secret',
    ...sellingNames,
    ...lostPaymentNames,
  ]);
  const lost = readLostPayments(values);
  return {
    keys: decryptKeys(vault, values.get('stripe_secret_key'), values.get('stripe_webhook_secret')),
    graceDays: lost.past_due_grace_days,
    cancelsRefunded: lost.cancel_refunded_plans,
    selling: readSelling(values),
  };
}

function decryptKeys(vault: Vault, secretKey: string | undefined, webhookSecret: string | undefined) {
  if (secretKey === undefined) return 'none';
  const decrypt = (value: string) => vault.decrypt(Buffer.from(value, 'base64'));
  try {
    return {
      secretKey: decrypt(secretKey),
      webhookSecret: webhookSecret === undefined ? undefined : decrypt(webhookSecret),
    };
  } catch {
    return 'sealed';
  }
}
