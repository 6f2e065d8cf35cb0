import type { Stripe } from 'stripe';
import type {
  ChargeFacts,
  InvoiceFacts,
  SessionFacts,
  SubscriptionDiscount,
  SubscriptionFacts,
} from '../payment-provider.ts';
import type { SubscriptionStatus } from '../public/subscription-statuses.ts';

/** Stripe sends related objects either as an id or expanded. */
export const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : value?.id;
const date = (seconds: number) => new Date(seconds * 1_000);
const dateOrNull = (seconds: number | null | undefined) => (seconds == null ? null : date(seconds));

/** On the item. Before API version 2025-03-31, which proxies and test servers still use, it is on the subscription. */
type Period = { current_period_start: number; current_period_end: number };

const productPrefix = 'promptory_tier_';
/** The id of a tier's product at Stripe. */
export const productOf = (tierId: string) => `${productPrefix}${tierId}`;
const isOurs = (product: string | { id: string } | undefined) => idOf(product)?.startsWith(productPrefix);

/** The plan is the item with one of our products. A subscription without such an item grants nothing. */
export function toSubscription(subscription: Stripe.Subscription): SubscriptionFacts | undefined {
  const { data: items } = subscription.items;
  const item = items.find(({ price }) => isOurs(price.product)) ?? items[0];
  const customerId = idOf(subscription.customer);
  if (!item || !customerId) return undefined;
  const period: Period = { ...(subscription as Partial<Period>), ...item };
  return {
    id: subscription.id,
    customerId,
    itemId: item.id,
    priceId: item.price.id,
    quantity: item.quantity ?? 1,
    status: subscription.status as SubscriptionStatus,
    currentPeriodStart: date(period.current_period_start),
    currentPeriodEnd: date(period.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: dateOrNull(subscription.cancel_at),
    isEndedUnpaid:
      subscription.status === 'canceled' && subscription.cancellation_details?.reason === 'payment_failed',
    trialEnd: dateOrNull(subscription.trial_end),
    createdAt: date(subscription.created),
    checkoutId: subscription.metadata?.checkout_id,
    discount: toDiscount(subscription, idOf(item.price.product)),
    pending: toPending(subscription),
    actionUrl: null,
    cardFingerprint: fingerprintOf(subscription.default_payment_method),
  };
}

/**
 * The discount on future payments. A one-time discount was used up by the first payment, and one for other products doesn't apply anymore.
 */
export function toDiscount(
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

/** It is in the field named after the method's type, such as `card`. Wallets have none. */
const fingerprintOf = (method: string | Stripe.PaymentMethod | null) =>
  (typeof method === 'object' && method?.[method.type as 'card']?.fingerprint) || null;

/** When a bank debit fails, Checkout doesn't update the completed session, so this looks at its payment. */
const hasFailed = ({ status, payment_intent: payment }: Stripe.Checkout.Session) =>
  status === 'complete' &&
  payment !== null &&
  typeof payment === 'object' &&
  ['requires_payment_method', 'canceled'].includes(payment.status);

export function toSession(session: Stripe.Checkout.Session): SessionFacts {
  return {
    id: session.id,
    checkoutId: session.metadata?.checkout_id,
    userId: session.client_reference_id ?? undefined,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    hasFailed: hasFailed(session),
    subtotal: session.amount_subtotal ?? session.amount_total ?? 0,
    discount: session.total_details?.amount_discount ?? 0,
    tax: session.total_details?.amount_tax ?? 0,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    subscriptionId: idOf(session.subscription),
    paymentIntentId: idOf(session.payment_intent),
  };
}

/** An inquiry hasn't moved any money; it may become a dispute, or be closed. */
const isDispute = ({ status }: Stripe.Dispute) =>
  !['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'].includes(status);
const isPending = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled';

/** The charge's own totals include refunds that failed later, so they aren't used. */
export function toCharge(
  charge: Stripe.Charge,
  { refunds, disputes }: { refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] },
  invoice: InvoiceFacts | undefined,
): ChargeFacts {
  const refunded = refunds.filter(isPending).reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    createdAt: date(charge.created),
    amount: charge.amount,
    isRefunded: charge.amount > 0 && refunded >= charge.amount,
    refundedAmount: Math.min(refunded, charge.amount),
    isDisputed: disputes.some(isDispute),
    isDisputeLost: disputes.some(({ status }) => status === 'lost'),
    invoice,
  };
}

/** Before API version 2025-03-31, the price was on the line itself. */
type OldLine = { price?: { id: string; product: string } | null };

/** @returns undefined if the invoice doesn't belong to a subscription */
export function toInvoice(invoice: Stripe.Invoice): InvoiceFacts | undefined {
  const subscriptionId = subscriptionOf(invoice);
  if (!invoice.id || !subscriptionId) return undefined;
  const lines = invoice.lines.data.map((line) => {
    const { price } = line as OldLine;
    const details = line.pricing?.price_details;
    return {
      isOurs: isOurs(details?.product ?? price?.product),
      priceId: idOf(details?.price ?? price) ?? '',
      amount: line.amount,
      startsAt: date(line.period.start),
      endsAt: date(line.period.end),
    };
  });
  const dueAt = date(invoice.due_date ?? invoice.status_transitions.finalized_at ?? invoice.created);
  const isUnpaid = invoice.status === 'open' || invoice.status === 'uncollectible';
  const isMissing = isUnpaid && (invoice.due_date ? dueAt <= new Date() : invoice.attempted);
  return {
    id: invoice.id,
    subscriptionId,
    status: invoice.status ?? 'draft',
    subtotal: invoice.subtotal,
    discount: sumOf(invoice.total_discount_amounts),
    tax: sumOf(invoice.total_taxes),
    total: invoice.total,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    createdAt: date(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    failedAt: isMissing ? dueAt : null,
    lines: (lines.some((line) => line.isOurs) ? lines.filter((line) => line.isOurs) : lines).map(
      ({ isOurs: _, ...line }) => line,
    ),
  };
}

/** Before API version 2025-03-31, the subscription was on the invoice itself. */
export const subscriptionOf = (invoice: Stripe.Invoice & { subscription?: string | null }) =>
  idOf(invoice.parent?.subscription_details?.subscription ?? invoice.subscription);

const sumOf = (parts: { amount: number }[] | null | undefined) =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);
