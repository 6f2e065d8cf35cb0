import type { Database } from '#access/database.ts';
import type { Outcome } from '../emails/reversal-emails.ts';
import { currentStatuses } from '../public/subscription-statuses.ts';
import { paidForGood, paidNow } from '../subscription/entitlement.ts';
import { isInForce } from '../subscription/paid-price.ts';
import type { BillingPolicy } from '../subscription/recompute-entitlements.server.ts';
import {
  findTier,
  type StoredInvoice,
  type StoredSubscription,
} from '../subscription/subscription-states.server.ts';

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
  return {
    name: bought?.name ?? '',
    outcome: outcome(subscription, invoice, policy, earlier?.name),
  };
}

/** The plan that a subscription falls back to while its change of plan doesn't count. */
function findEarlier(db: Database, subscription: StoredSubscription) {
  const paid = paidNow(subscription, new Date());
  return paid && paid.priceId !== subscription.priceId
    ? findTier(db, subscription.id, paid.priceId)
    : undefined;
}

function outcome(
  subscription: StoredSubscription,
  invoice: StoredInvoice,
  { cancelsRefunded }: BillingPolicy,
  earlier: string | undefined,
): Outcome {
  const { status, currentPeriodEnd, isEndedByRefund } = subscription;
  const now = new Date();
  const isCurrent = currentStatuses.includes(status);
  if (earlier) return { kind: 'earlier-plan', name: earlier };
  if (!paidNow(subscription, now)) {
    if (!isCurrent) return { kind: 'plan-ended' };
    if (paidForGood(subscription, now)) return { kind: 'plan-disputed' };
    return cancelsRefunded ? { kind: 'plan-ended' } : { kind: 'plan-on-hold', until: currentPeriodEnd };
  }
  if (invoice.reversal !== 'none' || !isInForce(invoice, now)) return { kind: 'plan-unchanged' };
  if (isCurrent) return { kind: 'plan-restored' };
  return isEndedByRefund
    ? { kind: 'plan-restored-until', until: currentPeriodEnd }
    : { kind: 'plan-unchanged' };
}
