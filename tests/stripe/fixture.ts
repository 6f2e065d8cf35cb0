import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';

/**
 * What the stand-in remembers, in the shapes of Stripe's API version that the library pins: its types are made from
 * Stripe's OpenAPI description, and only fields that are used here are sent.
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
  | 'amount_total'
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
  /** Not Stripe's: what the checkout page needs. */
  price?: string;
  trialDays: number;
};
export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'unit_amount' | 'livemode'
> & {
  product: string;
  recurring: { interval: 'month' | 'year'; interval_count: number };
};
export type Item = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_start' | 'current_period_end'
> & {
  price: Price;
};
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'status'
  | 'cancel_at_period_end'
  | 'cancel_at'
  | 'canceled_at'
  | 'created'
  | 'trial_end'
  | 'livemode'
  | 'metadata'
> & { customer: string; items: { object: 'list'; data: Item[]; has_more: false; url: string } };
export type Invoice = Pick<
  Stripe.Invoice,
  'id' | 'object' | 'status' | 'amount_due' | 'total' | 'period_start' | 'period_end' | 'livemode'
> & {
  customer: string;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  lines: { object: 'list'; data: { amount: number; period: { start: number; end: number } }[] };
};
export type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'refunded' | 'disputed' | 'created' | 'livemode'
> & { payment_intent: string; customer: string };
export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'created'> & { charge: string };
export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'status' | 'created'> & { charge: string };
export type Payment = { id: string; object: 'invoice_payment'; invoice: string; paymentIntent: string };

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

export function after(start: number, interval: 'month' | 'year'): number {
  const date = new Date(start * 1_000);
  if (interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return seconds(date.getTime());
}

export function createFixture() {
  return {
    customers: new Map<string, { id: string; object: 'customer'; email: string }>(),
    products: new Map<string, { id: string; object: 'product'; name: string }>(),
    prices: new Map<string, Price>(),
    sessions: new Map<string, Session>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    payments: [] as Payment[],
    charges: new Map<string, Charge>(),
    refunds: [] as Refund[],
    disputes: [] as Dispute[],
  };
}
export type Fixture = ReturnType<typeof createFixture>;
