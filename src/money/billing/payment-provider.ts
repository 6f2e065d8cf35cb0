import type { BillingInterval, paymentModes } from '#constants';
import type { Discount, DiscountTerms } from '#money/offers/public/discount.ts';
import type { SellingSettings } from '#site/settings/public/selling.ts';
import type { SubscriptionStatus } from './public/subscription-statuses.ts';
import type { InvoiceLine } from './subscription/paid-price.ts';

export type PaymentMode = (typeof paymentModes)[number];

/** The current state of a subscription at the provider. Times are UTC. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  /** The item for the plan; a subscription may have other items that aren't the site's. */
  itemId: string;
  priceId: string;
  quantity: number;
  status: SubscriptionStatus;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  /** Canceled by the provider, because a payment failed. */
  isEndedUnpaid: boolean;
  trialEnd: Date | null;
  createdAt: Date;
  /** The checkout that it began with, which the provider stores for us. */
  checkoutId: string | undefined;
  /** The discount on the next payments; undefined in lists, which leave it out. */
  discount?: SubscriptionDiscount | null;
  /** A change of plan that is waiting for the member to confirm its payment, and until when. */
  pending: { priceId: string; until: Date } | null;
  /** The provider's page for confirming a payment, if one needs to be confirmed; lists leave it out. */
  actionUrl: string | null;
  /** Identical for the same card at every customer; lists leave it out. */
  cardFingerprint: string | null;
  /** The next charge, if a discount or tax changes the price. */
  nextAmount?: number | null;
};

/** Whether a price includes the tax; `unspecified` if there is none. */
export type PriceTax = 'unspecified' | 'exclusive' | 'inclusive';

/** A discount on the payments before `until`; null means all payments. */
export type SubscriptionDiscount = Discount & { until: Date | null };

/** An invoice of a subscription. Amounts are in the currency's minor unit, times UTC. */
export type InvoiceFacts = {
  id: string;
  subscriptionId: string;
  /** Stripe's status: draft, open, paid, uncollectible, void. */
  status: string;
  /** The price before discount and tax, and their amounts. A tax may be included in the price. */
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  amountPaid: number;
  /** ISO 4217, lowercase. */
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  /** Since when a payment is overdue; null if none is. */
  failedAt: Date | null;
  /** The charges and credits for the plan, without items that aren't the site's. */
  lines: InvoiceLine[];
};

export type ChargeFacts = {
  id: string;
  paymentIntentId: string | undefined;
  /** When it was created; undefined for now. */
  createdAt?: Date;
  /** In the currency's minor unit. */
  amount: number;
  /** Refunded in full. */
  isRefunded: boolean;
  /** The total of all refunds. */
  refundedAmount: number;
  /** A dispute is open or was lost, so the money has gone back. An inquiry isn't a dispute. */
  isDisputed: boolean;
  isDisputeLost: boolean;
  /** The subscription invoice that it paid. */
  invoice: InvoiceFacts | undefined;
};

/** A session of the provider's checkout page. Amounts are in the currency's minor unit. */
export type SessionFacts = {
  id: string;
  /** Our own ids, as sent when the session was created. */
  checkoutId: string | undefined;
  userId: string | undefined;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  /** A payment that took days has failed. */
  hasFailed: boolean;
  /** The price before discount and tax, their amounts, and what was paid. A tax may be included in the price. */
  subtotal: number;
  discount: number;
  tax: number;
  amount: number;
  currency: string;
  subscriptionId: string | undefined;
  paymentIntentId: string | undefined;
};

/** A discount for a new session. `id` is the offer's; with `tiers`, it only applies to these. */
export type SessionDiscount = DiscountTerms & {
  id: string;
  code: string;
  tiers: { id: string; name: string }[] | undefined;
  /** The reduction of the first payment. */
  firstAmount: number;
  currency: string;
};

export type NewSession = {
  checkoutId: string;
  userId: string;
  customerId: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  discount: SessionDiscount | undefined;
  selling: SellingSettings;
} & (
  | { kind: 'subscription'; priceId: string; trialDays: number; isFreeForever: boolean }
  | { kind: 'playbook'; title: string; amount: number; currency: string }
);

/** A change of a subscription to another price, prorated as of `prorationDate`. `trialEnd` moves the end of its trial. */
export type PlanChange = {
  subscription: SubscriptionIds;
  tierId: string;
  priceId: string;
  prorationDate: Date;
  trialEnd: Date | 'now' | undefined;
};
export type SubscriptionIds = { id: string; itemId: string; customerId: string };

/** The cost of a change, in the currency's minor unit: due now, or credited to the next invoices; and the discount that stays. */
export type ChangePreview = { amountDue: number; credit: number; discount: SubscriptionDiscount | null };

/** An event with a valid signature. */
export type BillingEvent = {
  id: string;
  type: string;
  /** The id of the object that changed; for a dispute or a refund, of the charge. */
  objectId: string;
  createdAt: Date;
  /** From another account, or in test mode while the site is live, or vice versa. */
  isForeign: boolean;
};

/**
 * The interface that billing needs from a payment provider. Reads return undefined for objects that the provider doesn't know. Every call
 * throws AppError 502 payments_unreachable if the provider doesn't answer, and 402 payment_declined if the card is declined.
 */
export type PaymentProvider = {
  mode: PaymentMode;
  createCustomer(member: { userId: string; email: string }, attempt: string): Promise<string>;
  createPrice(price: {
    tier: { id: string; name: string };
    interval: BillingInterval;
    amount: number;
    currency: string;
    tax: PriceTax;
  }): Promise<string>;
  /** Whether the price can still be sold: the provider may not know it, and prices and their products can be archived there. */
  isPriceActive(id: string): Promise<boolean>;
  /** Tells the provider a member's current address, or a tier's current name. */
  updateCustomer(id: string, member: { email: string }): Promise<void>;
  renameTier(tier: { id: string; name: string }): Promise<void>;
  /** Idempotent by `checkoutId`: a repeated call returns the same session. */
  createSession(session: NewSession): Promise<{ id: string; url: string }>;
  readSession(id: string): Promise<SessionFacts | undefined>;
  /** Closes an open page; has no effect on one that is already closed or paid. */
  expireSession(id: string): Promise<void>;
  readSubscription(id: string): Promise<SubscriptionFacts | undefined>;
  /** The newest invoices of a subscription. */
  readInvoices(subscriptionId: string): Promise<InvoiceFacts[]>;
  listSubscriptions(): AsyncIterable<SubscriptionFacts>;
  readInvoiceSubscription(invoiceId: string): Promise<string | undefined>;
  readCharge(id: string): Promise<ChargeFacts | undefined>;
  readPayment(paymentIntentId: string): Promise<ChargeFacts | undefined>;
  /** The ids of charges with refunds or disputes that were opened since these times. */
  listRefundedCharges(since: { refunds: Date; disputes: Date }): AsyncIterable<string>;
  previewChange(change: PlanChange): Promise<ChangePreview>;
  /**
   * If the member must confirm the payment first, the subscription stays the same and has a `pending` change.
   * @throws AppError 402 payment_declined, and nothing has changed
   */
  changePlan(change: PlanChange): Promise<void>;
  /** Changes the price from the next period on, without any charge or credit. */
  revertPlan(subscription: SubscriptionIds, priceId: string): Promise<void>;
  setCancelAtPeriodEnd(subscriptionId: string, cancelAtPeriodEnd: boolean): Promise<void>;
  /** Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** @throws AppError 400 invalid_signature */
  readEvent(body: Buffer, signature: string | undefined): Promise<BillingEvent>;
};
