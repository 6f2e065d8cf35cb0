import type { Stripe } from 'stripe';
import { z } from 'zod';
import {
  accepts,
  clearable,
  expand,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  page,
  percentage,
  text,
  url,
} from './parameters.ts';

export const customer = accepts<Stripe.CustomerCreateParams>()({
  ...expand,
  email: text(512).optional(),
  name: text(256).optional(),
  metadata: metadata().optional(),
});
export const customerUpdate = accepts<Stripe.CustomerUpdateParams>()({
  ...expand,
  email: clearable(text(512)).optional(),
  name: clearable(text(256)).optional(),
  metadata: metadata().optional(),
});

export const product = accepts<Stripe.ProductCreateParams>()({
  ...expand,
  id: text().optional(),
  name: text(),
  active: flag().optional(),
  metadata: metadata().optional(),
});
export const productUpdate = accepts<Stripe.ProductUpdateParams>()({
  ...expand,
  name: text().optional(),
  active: flag().optional(),
  metadata: metadata().optional(),
});

const recurring = { interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer(1).optional() };
export const price = accepts<Stripe.PriceCreateParams>()({
  ...expand,
  currency: text(3),
  product: text(),
  unit_amount: integer(0),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified').optional(),
  nickname: text().optional(),
  active: flag().optional(),
  metadata: metadata().optional(),
  recurring: accepts<Stripe.PriceCreateParams.Recurring>()(recurring).optional(),
});
export const priceUpdate = accepts<Stripe.PriceUpdateParams>()({
  ...expand,
  active: flag().optional(),
  nickname: clearable(text()).optional(),
  metadata: metadata().optional(),
});

export const coupon = accepts<Stripe.CouponCreateParams>()({
  ...expand,
  id: text().optional(),
  name: text(40).optional(),
  percent_off: percentage().optional(),
  amount_off: integer(1).optional(),
  currency: text(3).optional(),
  duration: oneOf('forever', 'once', 'repeating').optional(),
  duration_in_months: integer(1).optional(),
  applies_to: accepts<Stripe.CouponCreateParams.AppliesTo>()({
    products: list(text()).optional(),
  }).optional(),
  metadata: metadata().optional(),
});

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');
const priceData = accepts<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>()({
  currency: text(3),
  unit_amount: integer(0),
  tax_behavior: taxBehavior.optional(),
  product_data: accepts<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>()({
    name: text(),
    description: text().optional(),
  }),
});
export const session = accepts<Stripe.Checkout.SessionCreateParams>()({
  ...expand,
  mode: oneOf('payment', 'setup', 'subscription'),
  customer: text().optional(),
  customer_email: text(800).optional(),
  client_reference_id: text(200).optional(),
  success_url: url().optional(),
  cancel_url: url().optional(),
  expires_at: integer().optional(),
  allow_promotion_codes: flag().optional(),
  automatic_tax: accepts<Stripe.Checkout.SessionCreateParams.AutomaticTax>()({ enabled: flag() }).optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  tax_id_collection: accepts<Stripe.Checkout.SessionCreateParams.TaxIdCollection>()({
    enabled: flag(),
  }).optional(),
  customer_update: accepts<Stripe.Checkout.SessionCreateParams.CustomerUpdate>()({
    address: oneOf('auto', 'never').optional(),
    name: oneOf('auto', 'never').optional(),
  }).optional(),
  consent_collection: accepts<Stripe.Checkout.SessionCreateParams.ConsentCollection>()({
    terms_of_service: oneOf('none', 'required').optional(),
  }).optional(),
  invoice_creation: accepts<Stripe.Checkout.SessionCreateParams.InvoiceCreation>()({
    enabled: flag(),
  }).optional(),
  discounts: list(
    accepts<Stripe.Checkout.SessionCreateParams.Discount>()({ coupon: text().optional() }),
  ).optional(),
  payment_method_collection: oneOf('always', 'if_required').optional(),
  metadata: metadata().optional(),
  line_items: list(
    accepts<Stripe.Checkout.SessionCreateParams.LineItem>()({
      price: text().optional(),
      price_data: priceData.optional(),
      quantity: integer(0).optional(),
    }),
  ).optional(),
  subscription_data: accepts<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
    metadata: metadata().optional(),
    trial_period_days: integer(1, 730).optional(),
  }).optional(),
  payment_intent_data: accepts<Stripe.Checkout.SessionCreateParams.PaymentIntentData>()({
    metadata: metadata().optional(),
  }).optional(),
});

const behaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;
const prorations = ['always_invoice', 'create_prorations', 'none'] as const;
const item = accepts<Stripe.SubscriptionUpdateParams.Item>()({
  id: text().optional(),
  price: text().optional(),
  quantity: integer(0).optional(),
});
const trialEnd = z.union([z.literal('now'), integer()]);
export const subscriptionUpdate = accepts<Stripe.SubscriptionUpdateParams>()({
  ...expand,
  items: list(item).optional(),
  payment_behavior: oneOf(...behaviors).optional(),
  proration_behavior: oneOf(...prorations).optional(),
  proration_date: integer().optional(),
  trial_end: trialEnd.optional(),
  cancel_at_period_end: flag().optional(),
  cancel_at: clearable(integer()).optional(),
  metadata: metadata().optional(),
});
export type SubscriptionUpdate = z.output<typeof subscriptionUpdate>;
export const subscriptionCancel = accepts<Stripe.SubscriptionCancelParams>()({
  ...expand,
  invoice_now: flag().optional(),
  prorate: flag().optional(),
});
export const subscriptions = accepts<Stripe.SubscriptionListParams>()({
  ...page,
  customer: text().optional(),
  price: text().optional(),
  status: oneOf(
    'all',
    'active',
    'canceled',
    'ended',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ).optional(),
});

export const preview = accepts<Stripe.InvoiceCreatePreviewParams>()({
  ...expand,
  customer: text().optional(),
  subscription: text().optional(),
  subscription_details: accepts<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
    items: list(item).optional(),
    proration_behavior: oneOf(...prorations).optional(),
    proration_date: integer().optional(),
    trial_end: trialEnd.optional(),
    cancel_at_period_end: flag().optional(),
    cancel_at: clearable(integer()).optional(),
  }).optional(),
});
export const invoices = accepts<Stripe.InvoiceListParams>()({
  ...page,
  customer: text().optional(),
  subscription: text().optional(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
});
export const invoicePayments = accepts<Stripe.InvoicePaymentListParams>()({
  ...page,
  invoice: text().optional(),
  status: oneOf('canceled', 'open', 'paid').optional(),
  payment: accepts<Stripe.InvoicePaymentListParams.Payment>()({
    type: oneOf('payment_intent', 'payment_record'),
    payment_intent: text().optional(),
  }).optional(),
});

const created = z.strictObject({
  gt: integer().optional(),
  gte: integer().optional(),
  lt: integer().optional(),
  lte: integer().optional(),
});
export const refunds = accepts<Stripe.RefundListParams>()({
  ...page,
  charge: text().optional(),
  payment_intent: text().optional(),
  created: created.optional(),
});
export const disputes = accepts<Stripe.DisputeListParams>()({
  ...page,
  charge: text().optional(),
  payment_intent: text().optional(),
  created: created.optional(),
});
export const portalSession = accepts<Stripe.BillingPortal.SessionCreateParams>()({
  ...expand,
  customer: text(),
  return_url: url().optional(),
});
const enabledEvents = list(text(100));
export const webhookEndpoints = accepts<Stripe.WebhookEndpointListParams>()({ ...page });
export const webhookEndpoint = accepts<Stripe.WebhookEndpointCreateParams>()({
  ...expand,
  url: url(),
  enabled_events: enabledEvents,
  description: text().optional(),
});
export const webhookEndpointUpdate = accepts<Stripe.WebhookEndpointUpdateParams>()({
  ...expand,
  enabled_events: enabledEvents.optional(),
  disabled: flag().optional(),
});
export const nothing = z.strictObject(expand);
