import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can } from '#access/decide.ts';
import type { Subjects } from '#access/rules.ts';
import { findReader } from '#access/viewers.server.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import type { PaymentMode } from '../payment-provider.ts';
import { renewingStatuses, type SubscriptionStatus } from '../public/subscription-statuses.ts';
import { granted, hasBegun, paidNow } from '../subscription/entitlement.ts';
import { isChange, isInForce } from '../subscription/paid-price.ts';
import { findTier, readSubscription } from '../subscription/subscription-states.server.ts';

/**
 * A subscription as emails describe it. `name` is the plan that is paid for; empty if it isn't known here. Amounts are in the currency's
 * minor unit, times UTC.
 */
export type PlanSnapshot = {
  name: string;
  status: SubscriptionStatus;
  amount: number;
  currency: string;
  interval: BillingInterval;
  periodEnd: Date;
  trialEnd: Date | null;
  isCanceled: boolean;
  /** The end date that the customer portal, or the owner, has set. */
  cancelAt: Date | null;
  /** Its first payment has arrived; until then it grants nothing. */
  hasBegun: boolean;
  /** The plan has become free. */
  isFree: boolean;
  /** Ended at its start, because its card had already been used for a trial. */
  isTrialRefused: boolean;
  /** The plan of a change that has been made but not paid; null if there is none. */
  unpaidName: string | null;
  /** The period that runs has to be paid, too, not only a change before it. */
  isRenewalDue: boolean;
  /** Until when it grants `name`; null if it grants nothing. */
  keptUntil: Date | null;
  /** The plan of a change whose payment must be confirmed; null if there is none. */
  pendingName: string | null;
  /** The provider's page for confirming a payment. */
  actionUrl: string | null;
  /** Its payment was refunded or disputed, so it grants nothing. */
  isReversed: boolean;
  /** It was canceled for that reason. */
  isEndedByRefund: boolean;
  /** It was canceled because the account is deleted. */
  isEndedWithAccount: boolean;
  /** The next charge, if a discount or tax changes the price. */
  nextAmount: number | null;
};

/** The member's current plan from any source; undefined on the Free plan. `until` is null if it has no known end. */
export type CurrentPlan = { name: string; until: Date | null };

/** A member's payment for a playbook. `amount` is in the currency's minor unit. */
export type PaymentSnapshot = {
  email: string;
  /** The member's language. */
  locale: string | null;
  title: string;
  slug: string;
  /** The price before discount and tax; `amount` is what was paid. A tax may be included in the price. */
  subtotal: number;
  discount: number;
  tax: number;
  amount: number;
  currency: string;
  paidAt: Date;
  isRefunded: boolean;
  isDisputed: boolean;
  isDisputeLost: boolean;
  /** Through this payment, another one, or a plan. */
  canRead: boolean;
};

export async function readPlan(
  transaction: Database,
  subscriptionId: string,
  graceDays: number,
): Promise<PlanSnapshot | undefined> {
  const stored = await readSubscription(transaction, subscriptionId);
  if (!stored) return undefined;
  const now = new Date();
  const paid = paidNow(stored, now);
  const tier = await findTier(transaction, stored.id, paid?.priceId ?? stored.priceId);
  const chosen = await findTier(transaction, stored.id, stored.priceId);
  const pending = stored.pendingPriceId && (await findTier(transaction, stored.id, stored.pendingPriceId));
  return {
    ...stored,
    name: tier?.name ?? '',
    isFree: tier?.price === 0,
    periodEnd: stored.currentPeriodEnd,
    isCanceled: stored.cancelAtPeriodEnd || stored.cancelAt !== null,
    hasBegun: hasBegun(stored),
    unpaidName: chosen && chosen.id !== tier?.id ? chosen.name : null,
    isRenewalDue: stored.invoices.some(
      (invoice) => invoice.isOpen && !isChange(invoice) && isInForce(invoice, now),
    ),
    keptUntil: granted(stored, graceDays, now)?.until ?? null,
    pendingName: pending ? pending.name : null,
    isReversed: !paid,
  };
}

export async function readCurrentPlan(
  transaction: Database,
  userId: string,
  mode: PaymentMode,
): Promise<CurrentPlan | undefined> {
  // A subscription that renews has no known end.
  const { rows } = await sql<CurrentPlan>`
    select tier.name, case when not exists (select from subscriptions where user_id = profiles.id and tier_id = tier.id
        and mode = ${mode} and status = any(${renewingStatuses})) then tier_until end as until
    from profiles join tiers tier on tier.id = current_tier_id(profiles)
    where profiles.id = ${userId} and (tier.price > 0 or tier.access_level > 0)`.execute(transaction);
  return rows[0];
}

type StoredPayment = Omit<PaymentSnapshot, 'canRead'> & Subjects['playbook'] & { user_id: string };

export async function readPayment(
  transaction: OperatorWriter<'payments'>,
  checkoutId: string,
): Promise<PaymentSnapshot | undefined> {
  const { rows } = await sql<StoredPayment>`
    select profile.email, profile.locale, playbook.title, playbook.slug, payment.amount, payment.currency,
      coalesce(payment.subtotal, payment.amount) as subtotal, payment.discount, payment.tax, payment.created_at as "paidAt",
      is_refunded as "isRefunded", is_disputed as "isDisputed", is_dispute_lost as "isDisputeLost",
      payment.user_id, playbook.status, playbook.tier_access,
      exists (select from user_playbook_purchases bought where bought.user_id = profile.id and bought.playbook_id = playbook.id)
        as is_purchased
    from playbook_payments payment join profiles profile on profile.id = payment.user_id
    join playbooks playbook on playbook.id = payment.playbook_id
    where payment.checkout_id = ${checkoutId}`.execute(transaction);
  if (!rows[0]) return undefined;
  const { user_id, status, tier_access, is_purchased, ...payment } = rows[0];
  const reader = await findReader(transaction, user_id);
  const canRead =
    reader !== undefined && can(reader, 'playbook', 'read', { status, tier_access, is_purchased });
  return { ...payment, canRead };
}
