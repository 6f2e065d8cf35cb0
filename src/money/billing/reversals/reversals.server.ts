import type { OperatorWriter } from '#access/writable.server.ts';
import { findUsablePrice } from '../checkout/usable-price.server.ts';
import { isCurrent } from '../public/subscription-statuses.ts';
import { paidForGood } from '../subscription/entitlement.ts';
import type { BillingPolicy } from '../subscription/recompute-entitlements.server.ts';
import {
  readReversed,
  readSubscription,
  type StoredSubscription,
} from '../subscription/subscription-states.server.ts';
import type { ActivePayments } from '../sync/active-payments.server.ts';
import type { Sync } from '../sync/sync.server.ts';

/** Whether nothing of the subscription's current price was refunded for good. */
const isPaidAsItIs = (subscription: StoredSubscription) =>
  paidForGood(subscription, new Date())?.priceId === subscription.priceId;

/**
 * Whether a payment that was reversed for good ends its subscription: always if it is canceled before its next payment, because then none
 * follows that could restore the plan.
 */
export const isEndedByReversal = (
  {
    cancelAtPeriodEnd,
    cancelAt,
    currentPeriodEnd,
  }: Pick<StoredSubscription, 'cancelAtPeriodEnd' | 'cancelAt' | 'currentPeriodEnd'>,
  { cancelsRefunded }: Pick<BillingPolicy, 'cancelsRefunded'>,
) => cancelsRefunded || cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= currentPeriodEnd);

export type Reversals = ReturnType<typeof createReversals>;

/** Follows up at the provider on payments that were refunded for good, so that nothing more is charged for what they paid for. */
export function createReversals({ db, sync }: { db: OperatorWriter<'payments'>; sync: Sync }) {
  async function follow(
    active: ActivePayments,
    subscription: StoredSubscription,
  ): Promise<string | undefined> {
    if (isPaidAsItIs(subscription)) return undefined;
    // The stored state may be outdated, or from a release that didn't store the lines of invoices.
    await sync.subscription(active, subscription.id);
    const current = await readSubscription(db, subscription.id);
    if (!current || !isCurrent(current) || isPaidAsItIs(current)) return undefined;
    if (!isEndedByReversal(current, active.policy)) return undefined;
    const { id, itemId, customerId, interval } = current;
    const paid = paidForGood(current, new Date());
    // Another interval would start a new period, and charge for it at once.
    const earlier = paid && (await findUsablePrice(db, active.provider, paid.priceId, interval));
    if (earlier) await active.provider.revertPlan({ id, itemId, customerId }, earlier);
    else {
      await db.updateTable('subscriptions').set({ is_ended_by_refund: true }).where('id', '=', id).execute();
      await active.provider.cancelNow(id);
    }
    await sync.subscription(active, id);
    return `subscription ${id}: ${earlier ? 'set back to the price before its refunded change' : 'canceled, because its payment was reversed'}`;
  }

  return {
    /**
     * Cancels subscriptions whose payment was refunded or whose dispute was lost; if the payment was for a change of plan, reverts that
     * instead. If `cancelsRefunded` is off, only those that their members have canceled. For one member or all. Works from stored data and
     * can be repeated, so nothing is lost if a process dies.
     * @returns a line for each, including those that the provider couldn't handle now
     */
    async settle(active: ActivePayments, userId?: string): Promise<string[]> {
      const lines: string[] = [];
      for (const subscription of await readReversed(db, active.provider.mode, userId)) {
        if (!isEndedByReversal(subscription, active.policy)) continue;
        const line = await follow(active, subscription).catch(
          (error: Error) =>
            `subscription ${subscription.id} continues although its payment was reversed: ${error.message}`,
        );
        if (line) lines.push(line);
      }
      return lines;
    },
  };
}
