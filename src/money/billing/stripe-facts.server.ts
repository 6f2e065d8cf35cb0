import type { Stripe } from 'stripe';
import type {
  ChargeFacts,
  SessionFacts,
  SubscriptionDiscount,
  SubscriptionFacts,
} from './payment-provider.ts';

/** Stripe sends a related object either as its id or expanded. */
export const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : value?.id;
const date = (seconds: number) => new Date(seconds * 1_000);
const dateOrNull = (seconds: number | null | undefined) => (seconds == null ? null : date(seconds));

/** On the item; before API version 2025-03-31, which proxies and test servers still use, on the subscription. */
type Period = { current_period_start: number; current_period_end: number };

/** @returns undefined for a subscription that is not ours: ours have exactly one item. */
export function toSubscription(subscription: Stripe.Subscription): SubscriptionFacts | undefined {
  const item = subscription.items.data[0];
  const customerId = idOf(subscription.customer);
  if (!item || !customerId) return undefined;
  const period: Period = { ...(subscription as Partial<Period>), ...item };
  return {
    id: subscription.id,
    customerId,
    itemId: item.id,
    priceId: item.price.id,
    status: subscription.status,
    currentPeriodStart: date(period.current_period_start),
    currentPeriodEnd: date(period.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: dateOrNull(subscription.cancel_at),
    trialEnd: dateOrNull(subscription.trial_end),
    createdAt: date(subscription.created),
    checkoutId: subscription.metadata?.checkout_id,
    discount: toDiscount(subscription, idOf(item.price.product)),
    pending: toPending(subscription),
    actionUrl: null,
    cardFingerprint: fingerprintOf(subscription.default_payment_method),
  };
}

/** The discount on the payments to come. One for a single payment was used up by the first, and one for other products counts no more. */
function toDiscount(
  { discounts }: Stripe.Subscription,
  product: string | undefined,
): SubscriptionDiscount | null {
  for (const discount of discounts ?? []) {
    const coupon = typeof discount === 'string' ? null : discount.source.coupon;
    if (typeof discount === 'string' || !coupon || typeof coupon === 'string') continue;
    const products = coupon.applies_to?.products;
    if (coupon.duration === 'once' || (products && !products.includes(product ?? ''))) continue;
    return {
      percent_off: coupon.percent_off,
      amount_off: coupon.amount_off,
      until: dateOrNull(discount.end),
    };
  }
  return null;
}

function toPending({ pending_update }: Stripe.Subscription): SubscriptionFacts['pending'] {
  const priceId = pending_update?.subscription_items?.[0]?.price.id;
  return pending_update && priceId ? { priceId, until: date(pending_update.expires_at) } : null;
}

const fingerprintOf = (method: string | Stripe.PaymentMethod | null) =>
  (typeof method === 'object' && method?.card?.fingerprint) || null;

export function toSession(session: Stripe.Checkout.Session): SessionFacts {
  return {
    id: session.id,
    checkoutId: session.metadata?.checkout_id,
    userId: session.client_reference_id ?? undefined,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    subscriptionId: idOf(session.subscription),
    paymentIntentId: idOf(session.payment_intent),
  };
}

export function toCharge(
  charge: Stripe.Charge,
  disputes: Stripe.Dispute[],
  invoice: Stripe.Invoice | undefined,
): ChargeFacts {
  const subscriptionId = invoice && subscriptionOf(invoice);
  // Negative lines are credits for an older plan and pay for no period.
  const ends = invoice?.lines.data.filter(({ amount }) => amount >= 0).map((line) => line.period.end) ?? [];
  return {
    id: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    isRefunded: charge.refunded,
    isDisputed: disputes.some(({ status }) => !['won', 'warning_closed', 'prevented'].includes(status)),
    invoice:
      invoice?.id && subscriptionId
        ? { id: invoice.id, subscriptionId, paidUntil: date(Math.max(invoice.period_end, ...ends)) }
        : undefined,
  };
}

/** Before API version 2025-03-31 the subscription was on the invoice itself. */
export const subscriptionOf = (invoice: Stripe.Invoice & { subscription?: string | null }) =>
  idOf(invoice.parent?.subscription_details?.subscription ?? invoice.subscription);
