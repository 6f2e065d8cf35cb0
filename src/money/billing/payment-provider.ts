import type { BillingInterval } from '#constants';
import type { Discount, DiscountTerms } from '#money/offers/public/discount.ts';
import type { SellingSettings } from '#site/settings/public/selling.ts';
import type { SubscriptionStatus } from './public/subscription-statuses.ts';
import type { InvoiceLine } from './subscription/entitlement.ts';

/** Where a payment was made: in the built-in sandbox, or at Stripe with test or live keys. */
export type PaymentMode = 'sandbox' | 'test' | 'live';

/** A subscription in its current state at the provider. Times are UTC. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  /** The item that is the plan; a subscription may have others that are not the site's. */
  itemId: string;
  priceId: string;
  quantity: number;
  status: SubscriptionStatus;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  trialEnd: Date | null;
  createdAt: Date;
  /** The checkout that it began with, as the provider keeps it for us. */
  checkoutId: string | undefined;
  /** What the next payments are reduced by; undefined where a list leaves it out. */
  discount?: SubscriptionDiscount | null;
  /** A change of plan that waits for its payment to be confirmed, and until when it waits. */
  pending: { priceId: string; until: Date } | null;
  /** The provider's page where the member confirms a payment, if one is to be confirmed; lists leave it out. */
  actionUrl: string | null;
  /** The same for the same card at every customer; lists leave it out. */
  cardFingerprint: string | null;
  /** What the provider will charge next, where a discount or a tax changes the price. */
  nextAmount?: number | null;
};

/** Whether a price contains the tax; unspecified where there is none. */
export type PriceTax = 'unspecified' | 'exclusive' | 'inclusive';

/** A discount on the payments before `until`; null means all of them. */
export type SubscriptionDiscount = Discount & { until: Date | null };

/** An invoice of a subscription. Amounts in the currency's minor unit, times UTC. */
export type InvoiceFacts = {
  id: string;
  subscriptionId: string;
  /** Stripe's status: draft, open, paid, uncollectible, void. */
  status: string;
  /** The price before discount and tax, and what these come to. A tax may be in the price. */
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  amountPaid: number;
  /** ISO 4217, lowercase. */
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  /** Since when a payment is missing; null if none is. */
  failedAt: Date | null;
  /** What it charges and credits for the plan, without items that are not the site's. */
  lines: InvoiceLine[];
};

export type ChargeFacts = {
  id: string;
  paymentIntentId: string | undefined;
  /** When it was made; undefined for now. */
  createdAt?: Date;
  /** In the currency's minor unit. */
  amount: number;
  /** Refunded in full. */
  isRefunded: boolean;
  /** What of the amount was refunded, all together. */
  refundedAmount: number;
  /** A dispute is open or was lost: its money has gone back. An inquiry is no dispute. */
  isDisputed: boolean;
  isDisputeLost: boolean;
  /** The subscription invoice it paid. */
  invoice: InvoiceFacts | undefined;
};

/** A session of the provider's checkout page. Amounts in the currency's minor unit. */
export type SessionFacts = {
  id: string;
  /** Our own ids, sent when the session was created. */
  checkoutId: string | undefined;
  userId: string | undefined;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  /** A payment that took days has failed in the end. */
  hasFailed: boolean;
  /** The price before discount and tax, what these come to, and what was paid. A tax may be in the price. */
  subtotal: number;
  discount: number;
  tax: number;
  amount: number;
  currency: string;
  subscriptionId: string | undefined;
  paymentIntentId: string | undefined;
};

/** A discount for a new session. `id` names the offer; `tiers` are the only ones it is for, if there are such. */
export type SessionDiscount = DiscountTerms & {
  id: string;
  code: string;
  tiers: { id: string; name: string }[] | undefined;
  /** What it takes off the first payment. */
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

/**
 * What a change costs, in the currency's minor unit: due now, or credited to the next invoices; and the discount that stays.
 */
export type ChangePreview = { amountDue: number; credit: number; discount: SubscriptionDiscount | null };

/** An event with a valid signature. */
export type BillingEvent = {
  id: string;
  type: string;
  /** The object that changed; for a dispute or a refund, the charge. */
  objectId: string;
  createdAt: Date;
  /** From another account, or in test mode while the site is live, or the other way around. */
  isForeign: boolean;
};

/**
 * What billing needs from a payment provider. Reads return undefined for objects that the provider does not know.
 * Every call throws AppError 502 payments_unreachable if the provider does not answer, 402 payment_declined if the card is declined.
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
  /** Whether the price can still be sold: prices and their products can be archived at the provider, or unknown to it. */
  isPriceActive(id: string): Promise<boolean>;
  /** Tells the provider what a member's address or a tier's name is now. */
  updateCustomer(id: string, member: { email: string }): Promise<void>;
  renameTier(tier: { id: string; name: string }): Promise<void>;
  /** Idempotent by `checkoutId`: a repeated call returns the same session. */
  createSession(session: NewSession): Promise<{ id: string; url: string }>;
  readSession(id: string): Promise<SessionFacts | undefined>;
  /** Closes an open page; one that is closed or paid already stays as it is. */
  expireSession(id: string): Promise<void>;
  readSubscription(id: string): Promise<SubscriptionFacts | undefined>;
  /** The newest invoices of a subscription. */
  readInvoices(subscriptionId: string): Promise<InvoiceFacts[]>;
  listSubscriptions(): AsyncIterable<SubscriptionFacts>;
  readInvoiceSubscription(invoiceId: string): Promise<string | undefined>;
  readCharge(id: string): Promise<ChargeFacts | undefined>;
  readPayment(paymentIntentId: string): Promise<ChargeFacts | undefined>;
  /** The ids of charges with refunds or disputes since then. */
  listRefundedCharges(since: Date): AsyncIterable<string>;
  previewChange(change: PlanChange): Promise<ChangePreview>;
  /**
   * Where the member has to confirm the payment first, the subscription stays as it is and has a `pending` change.
   * @throws AppError 402 payment_declined, and nothing has changed
   */
  changePlan(change: PlanChange): Promise<void>;
  /** Changes the price as of the next period. Nothing is charged or credited. */
  revertPlan(subscription: SubscriptionIds, priceId: string): Promise<void>;
  setCancelAtPeriodEnd(subscriptionId: string, cancelAtPeriodEnd: boolean): Promise<void>;
  /** Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** @throws AppError 400 invalid_signature */
  readEvent(body: Buffer, signature: string | undefined): Promise<BillingEvent>;
};
