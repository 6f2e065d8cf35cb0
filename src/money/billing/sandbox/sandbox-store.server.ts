import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import { type Discount, discountOn } from '#money/offers/public/discount.ts';
import { AppError } from '#platform/errors.ts';
import * as common from '#ui/words/messages.ts';
import type { PriceTax, SessionDiscount, SubscriptionFacts } from '../payment-provider.ts';
import { isActiveOrTrialing, type SubscriptionStatus } from '../public/subscription-statuses.ts';
import { periodEnd } from '../subscription/billing-periods.ts';
import type { InvoiceLine } from '../subscription/paid-price.ts';
import { withTax } from './sandbox-tax.ts';

/** The sandbox's objects by kind. Times are ISO 8601, amounts in the currency's minor unit. */
export type SandboxSession = {
  checkoutId: string;
  userId: string;
  customerId: string;
  status: 'open' | 'complete' | 'expired';
  name: string;
  amount: number;
  currency: string;
  interval: BillingInterval | null;
  priceId: string | null;
  trialDays: number;
  discount: SessionDiscount | null;
  tax?: PriceTax;
  termsConsent?: boolean;
  expiresAt: string;
  successUrl: string;
  cancelUrl: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
};
export type SandboxSubscription = {
  customerId: string;
  priceId: string;
  interval: BillingInterval;
  amount: number;
  currency: string;
  status: SubscriptionStatus;
  /** The start of the first period, from which all are counted. */
  anchor: string;
  periodStart: string;
  periodEnd: string;
  cancelAtPeriodEnd: boolean;
  trialEnd: string | null;
  createdAt: string;
  checkoutId?: string;
  tax?: PriceTax;
  /** Applies to payments before `until`, for `tierIds` if set. A discount on a single payment isn't stored. */
  discount?: (Discount & { until: string | null; tierIds: string[] | null }) | null;
  /** The amount paid for the current period. */
  paid?: number;
  /** The card requires each payment to be confirmed. */
  asks?: boolean;
  /** A change that takes effect once its payment is confirmed. */
  pending?: {
    until: string;
    to: Partial<SandboxSubscription> & { priceId: string };
    lines: SandboxLine[];
  } | null;
};
export type SandboxCharge = {
  customerId: string;
  paymentIntentId: string;
  amount: number;
  currency: string;
  isRefunded: boolean;
  isDisputed: boolean;
  isDisputeLost: boolean;
  invoice: { id: string } | null;
};
/** Times are stored as ISO 8601. */
export type SandboxLine = Omit<InvoiceLine, 'startsAt' | 'endsAt'> & {
  startsAt: Date | string;
  endsAt: Date | string;
};
export type SandboxInvoice = {
  subscriptionId: string;
  status: 'open' | 'paid';
  total?: number;
  tax?: PriceTax;
  amountPaid: number;
  currency: string;
  lines: SandboxLine[];
  createdAt: string;
  paidAt: string | null;
};
type Kinds = {
  session: SandboxSession;
  subscription: SandboxSubscription;
  charge: SandboxCharge;
  invoice: SandboxInvoice;
};

export type SandboxStore = {
  read<Kind extends keyof Kinds>(kind: Kind, id: string): Promise<Kinds[Kind] | undefined>;
  write<Kind extends keyof Kinds>(kind: Kind, id: string, value: Kinds[Kind]): Promise<void>;
  /**
   * Changes an object while no other call does: `work` gets its current state, and a store that writes in the same transaction.
   * @throws AppError 404
   */
  update<Kind extends keyof Kinds, Result>(
    kind: Kind,
    id: string,
    work: (current: Kinds[Kind], store: SandboxStore) => Promise<Result>,
  ): Promise<Result>;
  /** Newest first. */
  list<Kind extends keyof Kinds>(kind: Kind): Promise<{ id: string; data: Kinds[Kind] }[]>;
};

export function createSandboxStore(db: OperatorWriter<'payments'>): SandboxStore {
  return {
    async read(kind, id) {
      const row = await db
        .selectFrom('sandbox_objects')
        .select('data')
        .where('id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row?.data as Kinds[typeof kind] | undefined;
    },

    async write(kind, id, value) {
      const data = JSON.stringify(value);
      await db
        .insertInto('sandbox_objects')
        .values({ id, kind, data })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ data }))
        .execute();
    },

    async update(kind, id, work) {
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('sandbox_objects')
          .select('data')
          .where('id', '=', id)
          .where('kind', '=', kind)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw new AppError('not_found', common.not_found());
        return work(row.data as Kinds[typeof kind], createSandboxStore(transaction));
      });
    },

    async list(kind) {
      const rows = await db
        .selectFrom('sandbox_objects')
        .select(['id', 'data'])
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ id, data }) => ({ id, data: data as Kinds[typeof kind] }));
    },
  };
}

/** Whether a session has expired without being completed. */
export const isOver = ({ status, expiresAt }: SandboxSession) =>
  status === 'open' && new Date(expiresAt) <= new Date();

/** The subscription's discount, if it applies to this price's plan. A price's id contains its plan's. */
function discountFor({ discount }: SandboxSubscription, priceId: string) {
  const isOther = discount?.tierIds && !discount.tierIds.some((id) => priceId.includes(id));
  return isOther ? undefined : discount;
}

/** The amount of a payment at this price on `day`. */
export function amountDue(
  subscription: SandboxSubscription,
  { priceId, amount }: { priceId: string; amount: number },
  day: Date,
): number {
  const discount = discountFor(subscription, priceId);
  const applies = discount && (discount.until === null || day < new Date(discount.until));
  const { tax, currency } = subscription;
  return withTax(applies ? amount - discountOn(amount, discount, currency) : amount, tax, currency);
}

/** The state of the subscription at `now`: trials end, periods renew, and a canceled subscription ends. */
export function advance(subscription: SandboxSubscription, now = new Date()): SandboxSubscription {
  let current = subscription;
  while (isActiveOrTrialing(current.status) && new Date(current.periodEnd) <= now) {
    if (current.cancelAtPeriodEnd) return { ...current, status: 'canceled' };
    const periodStart = current.periodEnd;
    const end = periodEnd(new Date(current.anchor), current.interval, new Date(periodStart));
    current = { ...current, status: 'active', periodStart, periodEnd: end.toISOString() };
  }
  return current;
}

export function toFacts(
  id: string,
  subscription: SandboxSubscription,
): SubscriptionFacts & { nextAmount: number } {
  const now = advance(subscription);
  const discount = discountFor(now, now.priceId);
  return {
    id,
    customerId: now.customerId,
    itemId: `si_${id}`,
    priceId: now.priceId,
    quantity: 1,
    status: now.status,
    currentPeriodStart: new Date(now.periodStart),
    currentPeriodEnd: new Date(now.periodEnd),
    cancelAtPeriodEnd: now.cancelAtPeriodEnd,
    cancelAt: null,
    isEndedUnpaid: false,
    trialEnd: now.trialEnd ? new Date(now.trialEnd) : null,
    createdAt: new Date(now.createdAt),
    pending:
      now.pending && new Date(now.pending.until) > new Date()
        ? { priceId: now.pending.to.priceId, until: new Date(now.pending.until) }
        : null,
    actionUrl: null,
    cardFingerprint: null,
    checkoutId: now.checkoutId,
    nextAmount: amountDue(now, now, new Date(now.periodEnd)),
    discount: discount
      ? { ...discount, until: discount.until === null ? null : new Date(discount.until) }
      : null,
  };
}
