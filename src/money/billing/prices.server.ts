import { createHash } from 'node:crypto';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import { AppError } from '#platform/errors.ts';
import { periodPrice } from '#platform/text/money.ts';
import type { SellingSettings } from '#site/settings/public/selling.ts';
import type { PaymentProvider, PriceTax } from './payment-provider.ts';
import type { ActivePayments } from './sync/active-payments.server.ts';

/** A member who is about to pay, or to change what they pay. */
export type Payer = Grant<'account', 'buy' | 'change-plan'>;
/** The tax behavior of current prices. */
export const priceTax = ({ tax, tax_behavior }: SellingSettings): PriceTax =>
  tax === 'automatic' ? tax_behavior : 'unspecified';

type PricedTier = { id: string; name: string; price: number };

/**
 * The id of the provider's price for a tier's current price, which is created if it doesn't exist. A changed price gets a new id; the old
 * one stays for subscriptions that use it.
 */
export async function ensurePrice(
  db: Database,
  proof: Payer,
  active: ActivePayments,
  tier: PricedTier,
  interval: BillingInterval,
): Promise<string> {
  const existing = await findSoldPrice(db, active, tier, interval);
  if (existing !== undefined) return existing;
  const { provider } = active;
  const { currency } = active.selling;
  const { mode } = provider;
  const tax = priceTax(active.selling);
  const amount = periodPrice(tier.price, interval, currency);
  const id = await provider.createPrice({ tier, interval, amount, currency, tax });
  await writable(db, proof)
    .insertInto('tier_prices')
    .values({ id, mode, tier_id: tier.id, interval, amount, currency, tax, product_name: tier.name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSoldPrice(db, active, tier, interval)) ?? id;
}

async function findSoldPrice(
  db: Database,
  { provider: { mode }, selling }: ActivePayments,
  tier: PricedTier,
  interval: BillingInterval,
): Promise<string | undefined> {
  const { currency } = selling;
  const price = await db
    .selectFrom('tier_prices')
    .select('id')
    .where('tier_id', '=', tier.id)
    .where('mode', '=', mode)
    .where('interval', '=', interval)
    .where('amount', '=', periodPrice(tier.price, interval, currency))
    .where('currency', '=', currency)
    .where('tax', '=', priceTax(selling))
    .where('is_archived', '=', false)
    .executeTakeFirst();
  return price?.id;
}

/**
 * Called after the provider refused a tier's price. If that was archived at the provider, or is unknown to it, it stays for subscriptions
 * that use it, but isn't sold again. @returns whether that was the cause, so that the call can be repeated
 */
export async function replaceArchivedPrice(
  db: Database,
  proof: Payer,
  active: ActivePayments,
  tier: PricedTier,
  interval: BillingInterval,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof AppError) || error.code !== 'payments_unreachable') return false;
  const priceId = await findSoldPrice(db, active, tier, interval);
  const { provider } = active;
  if (priceId === undefined || (await provider.isPriceActive(priceId).catch(() => true))) return false;
  await writable(db, proof)
    .updateTable('tier_prices')
    .set({ is_archived: true })
    .where('id', '=', priceId)
    .execute();
  return true;
}

/**
 * The id of a member's customer at the provider, which is created if there is none. `attempt` identifies the call, so that repeating it
 * doesn't create a second customer.
 */
export async function ensureCustomer(
  db: Database,
  proof: Payer,
  provider: PaymentProvider,
  attempt: string,
): Promise<string> {
  const { mode } = provider;
  const { userId } = proof.viewer;
  const find = () =>
    db
      .selectFrom('billing_customers')
      .select('id')
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .executeTakeFirst();
  const existing = await find();
  if (existing) return existing.id;
  const { email } = await db
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // The provider refuses a repeated attempt with another address.
  const id = await provider.createCustomer(
    { userId, email },
    `${attempt}-${createHash('sha256').update(email).digest('base64url')}`,
  );
  await writable(db, proof)
    .insertInto('billing_customers')
    .values({ id, mode, user_id: userId, email })
    .onConflict((conflict) => conflict.columns(['user_id', 'mode']).doNothing())
    .execute();
  return (await find())?.id ?? id;
}
