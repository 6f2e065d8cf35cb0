import type { Database } from '#access/database.ts';
import { writable } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Buyer } from './checkout-claims.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PurchaseIntent } from './purchase-intents.server.ts';

/**
 * Forgets the customer and the price that the provider no longer knows, as after its test data was deleted, so that they
 * are created again. @returns whether that was the cause of the error.
 */
export async function forgetMissing(
  db: Database,
  proof: Buyer,
  { mode }: PaymentProvider,
  intent: PurchaseIntent,
  error: unknown,
) {
  const cause = error instanceof AppError ? error.cause : undefined;
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'resource_missing';
  if (!isMissing) return false;
  const billing = writable(db, proof);
  await billing
    .deleteFrom('billing_customers')
    .where('user_id', '=', proof.id)
    .where('mode', '=', mode)
    .execute();
  if (intent.kind === 'subscription')
    await billing
      .deleteFrom('tier_prices')
      .where('tier_id', '=', intent.tier.id)
      .where('mode', '=', mode)
      .where('interval', '=', intent.interval)
      .where('amount', '=', intent.amount)
      .where('currency', '=', intent.currency)
      .where('is_archived', '=', false)
      .execute();
  return true;
}
