import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { BillingInterval } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { PaymentMode } from '../payment-provider.ts';
import { currentStatuses, isActiveOrTrialing } from '../public/subscription-statuses.ts';
import * as m from '../words/messages.ts';
import { hasBegun, reversedInForce } from './entitlement.ts';
import { isInForce } from './paid-price.ts';
import { readSubscription } from './subscription-states.server.ts';

type Priced = { amount: number; currency: string };

export const isSamePlan = (
  current: { tier_id: string | null; interval: BillingInterval },
  tierId: string,
  interval: BillingInterval,
) => current.tier_id === tierId && current.interval === interval;

/** Whether a plan currently costs less than its subscriber pays. */
export const isLowerPrice = (current: Priced, today: Priced) =>
  current.currency === today.currency && today.amount > 0 && today.amount < current.amount;

/**
 * The member's subscriptions that haven't ended: first those that the provider knows, each group newest first. There should be at most one.
 */
export function findCurrentSubscriptions(db: Database, userId: string, mode: PaymentMode) {
  return db
    .selectFrom('subscriptions')
    .leftJoin('tiers', 'tiers.id', 'subscriptions.tier_id')
    .selectAll('subscriptions')
    .select('tiers.name')
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', currentStatuses)
    .orderBy(sql`missing_since is not null`)
    .orderBy('subscriptions.created_at', 'desc')
    .execute();
}

/** The first of them. */
export const findCurrentSubscription = async (db: Database, userId: string, mode: PaymentMode) =>
  (await findCurrentSubscriptions(db, userId, mode))[0];

/** Codes don't change a plan. @throws AppError 409 for a member with a current subscription */
export async function assertSubscribesAnew(db: Database, userId: string, mode: PaymentMode): Promise<void> {
  if (await findCurrentSubscription(db, userId, mode))
    throw new AppError('conflict', m.refused_codes_for_new());
}

/** A member with several current subscriptions, each charged. `amount` in the currency's minor unit. */
export type DuplicateSubscriptions = {
  email: string;
  subscriptions: { id: string; name: string; amount: number; currency: string; interval: BillingInterval }[];
};

/** Members who are charged several times, as a warning for the owner. */
export async function findDuplicates(
  db: Database,
  mode: PaymentMode,
  userId: string | null = null,
): Promise<DuplicateSubscriptions[]> {
  const { rows } =
    await sql<DuplicateSubscriptions>`select profile.email, json_agg(json_build_object('id', subscription.id, 'name', coalesce(tier.name, 'no plan'),
        'amount', subscription.amount, 'currency', subscription.currency, 'interval', subscription.interval) order by subscription.created_at) as subscriptions
      from subscriptions subscription join profiles profile on profile.id = subscription.user_id
      left join tiers tier on tier.id = subscription.tier_id
      where subscription.mode = ${mode} and subscription.status = any(${currentStatuses}) and missing_since is null
        and (${userId}::uuid is null or subscription.user_id = ${userId}::uuid)
      group by profile.id having count(*) > 1 order by profile.email`.execute(db);
  return rows;
}

/** A subscription that the provider no longer knows can't be changed there. @throws AppError 409 */
export function assertKnown(subscription: { missing_since: Date | null }): void {
  if (subscription.missing_since) throw new AppError('conflict', m.refused_unknown_subscription());
}

/** Whether a payment for a renewal or a change of plan is on its way, such as a bank debit. A change that waits for confirmation isn't. */
export async function isPaymentArriving(db: Database, subscriptionId: string): Promise<boolean> {
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription || !isActiveOrTrialing(subscription.status) || subscription.pendingPriceId !== null)
    return false;
  return subscription.invoices.some((invoice) => invoice.isOpen && isInForce(invoice, new Date()));
}

/**
 * Refuses a change of plan while a payment is still arriving: the change would credit the remaining time as paid, but a bank debit takes
 * days and may fail. A change that waits for confirmation is simply replaced by the next one. @throws AppError 409
 */
export async function assertArrived(db: Database, subscriptionId: string): Promise<void> {
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription) return;
  if (!hasBegun(subscription)) throw new AppError('conflict', m.refused_payment_arriving());
  if (await isPaymentArriving(db, subscriptionId))
    throw new AppError('conflict', m.refused_payment_under_way());
}

/** The price that a subscription still grants while its own isn't paid, per period; null if it is. */
export async function findKeptPrice(
  db: Database,
  { price_id, quantity }: { price_id: string; quantity: number },
  priceId: string,
): Promise<{ amount: number; interval: BillingInterval } | null> {
  if (priceId === price_id) return null;
  const price = await db
    .selectFrom('tier_prices')
    .select(['amount', 'interval'])
    .where('id', '=', priceId)
    .executeTakeFirst();
  return price ? { interval: price.interval, amount: quantity * price.amount } : null;
}

/**
 * Refuses to charge a member again for a plan that would stay locked, and a change while a payment is due: a plan that isn't paid isn't
 * theirs yet, though the subscription is for it. @throws AppError 409
 */
export async function assertChangeable(
  db: Database,
  { id, status }: { id: string; status: string },
): Promise<void> {
  const subscription = await readSubscription(db, id);
  const reversed = subscription && reversedInForce(subscription, new Date());
  if (reversed?.reversal === 'disputed') throw new AppError('conflict', m.refused_disputed());
  if (reversed) throw new AppError('conflict', m.refused_refunded());
  if (!isActiveOrTrialing(status)) throw new AppError('conflict', m.refused_payment_failed());
}
