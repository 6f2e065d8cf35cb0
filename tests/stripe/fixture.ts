import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';

/**
 * The stand-in's state, in the format of the Stripe API version that the library pins. Types come from the library, which generates them
 * from Stripe's OpenAPI description. Only fields that the site uses are sent.
 */
export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'allow_promotion_codes'
  | 'mode'
  | 'status'
  | 'payment_status'
  | 'client_reference_id'
  | 'metadata'
  | 'amount_subtotal'
  | 'amount_total'
  | 'total_details'
  | 'currency'
  | 'url'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
  | 'livemode'
> & {
  customer: string;
  subscription: string | null;
  payment_intent: string | null;
  /** Not Stripe's: for the checkout page. */
  price?: string;
  trialDays: number;
  coupon: string | null;
  needsCard: boolean;
  isTaxed: boolean;
  asksConsent: boolean;
  hasInvoice: boolean;
  subscriptionMetadata: Record<string, string>;
};
export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'unit_amount' | 'livemode' | 'tax_behavior'
> & {
  product: string;
  recurring: { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number } | null;
};
export type Item = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_start' | 'current_period_end'
> & {
  price: Price;
  quantity: number;
};
export type PendingUpdate = Pick<Stripe.Subscription.PendingUpdate, 'expires_at' | 'trial_end'> & {
  cancel_at_period_end: boolean | null;
  subscription_items: Item[] | null;
};
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'status'
  | 'currency'
  | 'cancel_at_period_end'
  | 'cancel_at'
  | 'canceled_at'
  | 'cancellation_details'
  | 'created'
  | 'trial_end'
  | 'livemode'
  | 'metadata'
> & {
  customer: string;
  default_payment_method: string | null;
  automatic_tax: { enabled: boolean };
  latest_invoice: string | null;
  pending_update: PendingUpdate | null;
  /** Their ids. */
  discounts: string[];
  items: { object: 'list'; data: Item[]; has_more: false; url: string };
};
export type Line = {
  object: 'line_item';
  amount: number;
  currency: string;
  period: { start: number; end: number };
  /** Not Stripe's; undefined for a product created for a session. */
  product: string | undefined;
  pricing?: {
    type: 'price_details';
    price_details: { price: string; product: string };
    unit_amount_decimal: null;
  };
};
export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'attempted'
  | 'billing_reason'
  | 'created'
  | 'currency'
  | 'due_date'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'status_transitions'
  | 'subtotal'
  | 'total'
> & {
  customer: string;
  total_discount_amounts: { amount: number }[];
  total_taxes: { amount: number }[];
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  lines: { object: 'list'; data: Line[]; has_more: false; url: string };
};
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'livemode' | 'status'
> & {
  customer: string;
  latest_charge: string | null;
  next_action: { type: 'use_stripe_sdk' } | null;
  last_payment_error: { type: 'card_error'; code: string; message: string } | null;
};
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'currency'
  | 'refunded'
  | 'disputed'
  | 'created'
  | 'livemode'
> & { payment_intent: string; customer: string };
export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'status'> & {
  charge: string;
  livemode: boolean;
};
export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'status'
> & { charge: string };
export type Payment = Pick<
  Stripe.InvoicePayment,
  'id' | 'object' | 'amount_requested' | 'currency' | 'is_default' | 'livemode'
> & {
  invoice: string;
  status: 'open' | 'paid' | 'canceled';
  payment: { type: 'payment_intent'; payment_intent: string };
};
export type Coupon = Pick<
  Stripe.Coupon,
  | 'id'
  | 'object'
  | 'amount_off'
  | 'created'
  | 'currency'
  | 'duration'
  | 'duration_in_months'
  | 'livemode'
  | 'name'
  | 'percent_off'
  | 'valid'
>;
export type Discount = Pick<Stripe.Discount, 'id' | 'object' | 'start' | 'end' | 'promotion_code'> & {
  subscription: string;
  source: { type: 'coupon'; coupon: string };
};
export type Customer = {
  id: string;
  object: 'customer';
  email: string | null;
  name?: string | null;
  /** In minor units. A negative balance is deducted from the next invoices. */
  balance: number;
  livemode: boolean;
  metadata?: Record<string, string>;
};
export type Product = {
  id: string;
  object: 'product';
  name: string;
  active: boolean;
  livemode: boolean;
};

/** How a card reacts: `ok` pays, `declined` refuses, and `authenticate` requires a confirmation of each payment (3-D Secure). */
export type CardBehavior = 'ok' | 'declined' | 'authenticate';
/** A payment method. The same card has the same `fingerprint` for all customers. */
export type Card = {
  id: string;
  object: 'payment_method';
  type: 'card' | 'sepa_debit';
  customer: string;
  livemode: boolean;
  card?: { brand: 'visa'; last4: string; fingerprint: string };
  sepa_debit?: { country: 'DE'; last4: string; fingerprint: string };
  /** Not Stripe's. */
  behavior: CardBehavior;
};

export type StandInEvent = {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: boolean;
  api_version: string;
  data: { object: { id: string } };
};

export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
export const seconds = (moment = Date.now()) => Math.floor(moment / 1_000);

const lastDay = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/**
 * The end of a period: the same day of the next month or year, or that month's last day. A subscription that began on the 31st (`anchor`)
 * continues from February 28 to March 31.
 */
export function after(
  start: number,
  { interval, interval_count }: NonNullable<Price['recurring']>,
  anchor = start,
): number {
  if (interval === 'day' || interval === 'week')
    return start + interval_count * (interval === 'week' ? 604_800 : 86_400);
  const date = new Date(start * 1_000);
  const isCut = date.getUTCDate() === lastDay(date);
  const day = Math.max(date.getUTCDate(), isCut ? new Date(anchor * 1_000).getUTCDate() : 0);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + interval_count * (interval === 'year' ? 12 : 1));
  date.setUTCDate(Math.min(day, lastDay(date)));
  return seconds(date.getTime());
}

export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'object' | 'url' | 'status' | 'enabled_events' | 'description' | 'livemode'
>;

export function createFixture() {
  const fixture = {
    /** How far Stripe's clock is ahead of this machine's, in milliseconds; moved by `scenarios.advance`. */
    aheadBy: 0,
    /** Stripe's time, in seconds. */
    now: () => seconds(Date.now() + fixture.aheadBy),
    /** Whether the account has a URL of its terms of service. */
    hasTermsUrl: true,
    customers: new Map<string, Customer>(),
    webhookEndpoints: new Map<string, WebhookEndpoint>(),
    cards: new Map<string, Card>(),
    products: new Map<string, Product>(),
    coupons: new Map<string, Coupon>(),
    /** Products of coupons (`applies_to`), which Stripe only sends if expanded. */
    couponProducts: new Map<string, string[]>(),
    discounts: new Map<string, Discount>(),
    prices: new Map<string, Price>(),
    sessions: new Map<string, Session>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    intents: new Map<string, Intent>(),
    payments: [] as Payment[],
    charges: new Map<string, Charge>(),
    refunds: [] as Refund[],
    disputes: [] as Dispute[],
  };
  return fixture;
}
export type Fixture = ReturnType<typeof createFixture>;
