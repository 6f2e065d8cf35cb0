import type { BillingInterval } from '#constants';

/** Whose world a payment belongs to: the built-in sandbox, or Stripe with test or live keys. */
export type PaymentMode = 'sandbox' | 'test' | 'live';

/** A subscription as the provider has it now. Times are UTC. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  itemId: string;
  priceId: string;
  /** Stripe's word: trialing, active, past_due, unpaid, canceled, incomplete, incomplete_expired, paused. */
  status: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  trialEnd: Date | null;
  createdAt: Date;
};

/** What has become of a payment. */
export type ChargeFacts = {
  id: string;
  paymentIntentId: string | undefined;
  /** Of the whole amount. */
  isRefunded: boolean;
  /** A dispute runs or was lost. */
  isDisputed: boolean;
  /** The subscription's invoice that it paid, and until when that lasts. */
  invoice: { id: string; subscriptionId: string; paidUntil: Date } | undefined;
};

/** A session of the provider's checkout page. Amounts in cents. */
export type SessionFacts = {
  id: string;
  /** Our own ids, as we gave them when it was made. */
  checkoutId: string | undefined;
  userId: string | undefined;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  amount: number;
  subscriptionId: string | undefined;
  paymentIntentId: string | undefined;
};

export type NewSession = {
  checkoutId: string;
  userId: string;
  customerId: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
} & (
  | { kind: 'subscription'; priceId: string; trialDays: number }
  | { kind: 'playbook'; title: string; amount: number }
);

/** A change of plan: of which subscription, to which price, reckoned as of which moment. */
export type PlanChange = { subscription: SubscriptionIds; priceId: string; prorationDate: Date };
export type SubscriptionIds = { id: string; itemId: string; customerId: string };

/** What a change costs, in cents: due now, or credited to the next invoices. */
export type ChangePreview = { amountDue: number; credit: number };

/** An event whose signature was right. */
export type BillingEvent = {
  id: string;
  type: string;
  /** What has changed; of a dispute, the charge it is about. */
  objectId: string;
  createdAt: Date;
  /** Of another account, or of the other world of test and live. */
  isForeign: boolean;
};

/**
 * What billing needs of whoever takes the money. Reads answer undefined for what the provider does not know.
 * Everything throws AppError 502 payments_unreachable where he does not answer, 402 payment_declined where the card is refused.
 */
export type PaymentProvider = {
  mode: PaymentMode;
  createCustomer(member: { userId: string; email: string }, attempt: string): Promise<string>;
  createPrice(price: {
    tier: { id: string; name: string };
    interval: BillingInterval;
    amount: number;
  }): Promise<string>;
  /** The same call again (by `checkoutId`) answers the same session. */
  createSession(session: NewSession): Promise<{ id: string; url: string }>;
  readSession(id: string): Promise<SessionFacts | undefined>;
  expireSession(id: string): Promise<void>;
  readSubscription(id: string): Promise<SubscriptionFacts | undefined>;
  listSubscriptions(): AsyncIterable<SubscriptionFacts>;
  /** The subscription that an invoice belongs to. */
  readInvoiceSubscription(invoiceId: string): Promise<string | undefined>;
  readCharge(id: string): Promise<ChargeFacts | undefined>;
  readPayment(paymentIntentId: string): Promise<ChargeFacts | undefined>;
  /** Charges with refunds or disputes since then. */
  listRefundedCharges(since: Date): AsyncIterable<string>;
  previewChange(change: PlanChange): Promise<ChangePreview>;
  changePlan(change: PlanChange): Promise<void>;
  /** Ends it with the paid period, or takes that back. */
  setCancelAtPeriodEnd(subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Ends it at once. */
  cancelNow(subscriptionId: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** @throws AppError 400 invalid_signature */
  readEvent(body: Buffer, signature: string | undefined): Promise<BillingEvent>;
};
