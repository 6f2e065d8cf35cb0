import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import { periodPrice } from '#platform/money.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { ActivePayments } from './payments.server.ts';

/** A member who is about to pay, or to change what they pay. */
type Payer = Grant<'account', 'buy' | 'change-plan'>;
type PricedTier = { id: string; name: string; price: number };

/**
 * The id of the provider's price for what a tier costs today, created if there is none. A changed price gets a new id; the old
 * one stays for the subscriptions that use it.
 */
export async function ensurePrice(
  db: Database,
  proof: Payer,
  { provider, selling: { currency } }: ActivePayments,
  tier: PricedTier,
  interval: BillingInterval,
): Promise<string> {
  const amount = periodPrice(tier.price, interval, currency);
  const { mode } = provider;
  const find = () =>
    db
      .selectFrom('tier_prices')
      .select('id')
      .where('tier_id', '=', tier.id)
      .where('mode', '=', mode)
      .where('interval', '=', interval)
      .where('amount', '=', amount)
      .where('currency', '=', currency)
      .executeTakeFirst();
  const existing = await find();
  if (existing) return existing.id;
  const id = await provider.createPrice({ tier, interval, amount, currency });
  await writable(db, proof)
    .insertInto('tier_prices')
    .values({ id, mode, tier_id: tier.id, interval, amount, currency })
    .onConflict((conflict) =>
      conflict.columns(['tier_id', 'mode', 'interval', 'amount', 'currency']).doNothing(),
    )
    .execute();
  return (await find())?.id ?? id;
}

/**
 * The id of a member's customer at the provider, created if there is none. `attempt` identifies the call, so that repeating it
 * creates no second customer.
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
  const id = await provider.createCustomer({ userId, email }, attempt);
  await writable(db, proof)
    .insertInto('billing_customers')
    .values({ id, mode, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'mode']).doNothing())
    .execute();
  return (await find())?.id ?? id;
}
