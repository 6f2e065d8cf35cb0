import type { Database } from '#access/database.ts';
import type { Outcome } from '../emails/reversal-emails.ts';
import { currentStatuses } from '../public/subscription-statuses.ts';
import { findKeptPrice } from '../subscription/current-subscription.server.ts';
import { paidForGood, paidNow } from '../subscription/entitlement.ts';
import { isInForce } from '../subscription/paid-price.ts';
import type { BillingPolicy } from '../subscription/recompute-entitlements.server.ts';
import {
  findTier,
  type StoredInvoice,
  type StoredSubscription,
} from '../subscription/subscription-states.server.ts';
import { isEndedByReversal } from './reversals.server.ts';

/** What a refunded or disputed invoice was for, and the consequence for the member. */
export async function outcomeOf(
  db: Database,
  subscription: StoredSubscription,
  invoice: StoredInvoice,
  policy: BillingPolicy,
): Promise<{ name: string; outcome: Outcome }> {
  const charge = invoice.lines.findLast(({ amount }) => amount >= 0);
  const bought = await findTier(db, subscription.id, charge?.priceId ?? subscription.priceId);
  const earlier = await findEarlier(db, subscription);
  return { name: bought?.name ?? '', outcome: outcome(subscription, invoice, policy, earlier) };
}

/** `until` is null if the subscription continues with the plan. */
type Earlier = { name: string; until: Date | null };

/** The plan that a subscription falls back to while its change of plan doesn't count. One with another interval is left to its end. */
async function findEarlier(db: Database, subscription: StoredSubscription): Promise<Earlier | undefined> {
  const { id, priceId } = subscription;
  const paid = paidNow(subscription, new Date());
  const tier = paid && paid.priceId !== priceId ? await findTier(db, id, paid.priceId) : undefined;
  if (!paid || !tier) return undefined;
  const price = await findKeptPrice(db, { price_id: priceId, quantity: 1 }, paid.priceId);
  return { name: tier.name, until: price?.interval === subscription.interval ? null : paid.until };
}

function outcome(
  subscription: StoredSubscription,
  invoice: StoredInvoice,
  policy: BillingPolicy,
  earlier: Earlier | undefined,
): Outcome {
  const { status, currentPeriodEnd, isEndedByRefund } = subscription;
  const now = new Date();
  const isCurrent = currentStatuses.includes(status);
  if (earlier) {
    const { name, until } = earlier;
    if (!until) return { kind: 'earlier-plan', name };
    const ends = !isCurrent || (invoice.reversal !== 'disputed' && isEndedByReversal(subscription, policy));
    return { kind: ends ? 'earlier-plan-ends' : 'earlier-plan-until', name, until };
  }
  if (!paidNow(subscription, now)) {
    if (!isCurrent) return { kind: 'plan-ended' };
    if (paidForGood(subscription, now)) return { kind: 'plan-disputed' };
    return isEndedByReversal(subscription, policy)
      ? { kind: 'plan-ended' }
      : { kind: 'plan-on-hold', until: currentPeriodEnd };
  }
  if (invoice.reversal !== 'none' || !isInForce(invoice, now)) return { kind: 'plan-unchanged' };
  if (isCurrent) return { kind: 'plan-restored' };
  return isEndedByRefund
    ? { kind: 'plan-restored-until', until: currentPeriodEnd }
    : { kind: 'plan-unchanged' };
}
