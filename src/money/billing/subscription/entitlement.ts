import { dayMilliseconds } from '#constants';
import { isActiveOrTrialing, type SubscriptionStatus } from '../public/subscription-statuses.ts';

/** Something that gives a member a tier: a subscription, a complimentary tier, or a gift. Times are UTC. */
export type EntitlementSource = {
  tierId: string;
  accessLevel: number;
  /** In the currency's minor unit per month; of two tiers with the same level, the more expensive one counts. */
  price: number;
  /** When it ends; null if it has no known end. */
  until: Date | null;
};

/**
 * A charge for a price and a period, or a credit with a negative amount, in the currency's minor unit. `due` is the part to pay after
 * discounts and with taxes, if it was stored.
 */
export type InvoiceLine = { priceId: string; amount: number; due?: number; startsAt: Date; endsAt: Date };

export type InvoiceState = {
  createdAt: Date;
  isPaid: boolean;
  /** Whether the money has gone back: while a dispute is open, or for good. */
  reversal: 'none' | 'disputed' | 'dispute_lost' | 'refunded';
  lines: InvoiceLine[];
};

export type SubscriptionState = {
  status: SubscriptionStatus;
  priceId: string;
  /** Since when a payment is overdue; null if everything is paid. */
  pastDueSince: Date | null;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  /** Canceled because a payment was refunded or disputed. It counts again if that money stays after all. */
  isEndedByRefund: boolean;
  invoices: InvoiceState[];
};

/** The price that is paid for; `until` is null if the subscription itself has the end. */
export type PaidPrice = { priceId: string; until: Date | null };

export const addDays = (time: Date, days: number) => new Date(time.getTime() + days * dayMilliseconds);

/**
 * The price that a subscription is currently paid for, considering only invoices for which `counts` is true; undefined if nothing is paid.
 * Goes back from the newest invoice: if a change of plan (which credits the earlier price) doesn't count, the earlier price remains for the
 * time that was credited, or beyond it if the change `isExpected` to count later; if the invoice of the period itself doesn't count, nothing
 * remains.
 */
export function paidPrice(
  { priceId, invoices }: Pick<SubscriptionState, 'priceId' | 'invoices'>,
  now: Date,
  counts: (invoice: InvoiceState, isChange: boolean) => boolean,
  isExpected: (change: InvoiceState) => boolean = () => false,
): PaidPrice | undefined {
  let paid: PaidPrice = { priceId, until: null };
  let reached = priceId;
  for (const invoice of newestFirst(invoices)) {
    const charge = chargeInForce(invoice, now);
    if (!charge) continue;
    const credit = creditOf(invoice, charge);
    if (!credit) return counts(invoice, false) ? paid : undefined;
    if (charge.priceId !== reached) continue;
    reached = credit.priceId;
    if (counts(invoice, true)) continue;
    const until = isExpected(invoice) ? null : credit.endsAt;
    if (until && until <= now) return undefined;
    paid = { priceId: credit.priceId, until };
  }
  return paid;
}

/** Within the same second, a change comes after the invoice that it changed. */
const newestFirst = <Invoice extends InvoiceState>(invoices: Invoice[]) =>
  invoices.toSorted(
    (a, b) =>
      b.createdAt.getTime() - a.createdAt.getTime() ||
      Number(hasCredit(b)) - Number(hasCredit(a)) ||
      Number(isKept(b)) - Number(isKept(a)),
  );
const hasCredit = ({ lines }: InvoiceState) => lines.some(({ amount }) => amount < 0);

/** The charge of an invoice for the time that contains `now`. */
const chargeInForce = ({ lines }: InvoiceState, now: Date) =>
  lines
    .filter(({ amount, startsAt, endsAt }) => amount >= 0 && startsAt <= now && now < endsAt)
    .sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0];

/** Whether an invoice pays for the current time. */
export const isInForce = (invoice: InvoiceState, now: Date) => chargeInForce(invoice, now) !== undefined;

/** The credit of a change of plan for the unused time of the earlier price. */
const creditOf = ({ lines }: InvoiceState, charge: InvoiceLine) =>
  lines.find(
    ({ amount, startsAt, endsAt }) => amount < 0 && startsAt < charge.endsAt && charge.startsAt < endsAt,
  );

const isKept = ({ reversal }: InvoiceState) => reversal === 'none';
const isKeptOrDisputed = ({ reversal }: InvoiceState) => reversal === 'none' || reversal === 'disputed';

/**
 * What remains of a subscription after refunds and disputes; undefined if nothing does. A change of plan only counts once its payment has
 * arrived: a bank debit takes days and may fail, but the provider makes the change at once. Until then the earlier price remains, even
 * beyond its own period.
 */
export const paidNow = (subscription: SubscriptionState, now: Date) =>
  paidPrice(
    subscription,
    now,
    (invoice, isChange) => isKept(invoice) && (!isChange || invoice.isPaid),
    isKept,
  );
/** Whether the payment of a change of plan is still arriving. */
export const isChangeArriving = (subscription: SubscriptionState, now: Date) =>
  isActiveOrTrialing(subscription.status) &&
  paidPrice(subscription, now, isKept)?.priceId !== paidNow(subscription, now)?.priceId;
/**
 * Like `paidNow`, but assumes that open disputes will be won and that changes of plan will be paid. What is missing here is gone for good.
 */
export const paidForGood = (subscription: SubscriptionState, now: Date) =>
  paidPrice(subscription, now, isKeptOrDisputed);

/** The refunded or disputed invoice that keeps a subscription from being paid at its current price; undefined if it is paid. */
export function reversedInForce<Invoice extends InvoiceState>(
  subscription: SubscriptionState & { invoices: Invoice[] },
  now: Date,
): Invoice | undefined {
  if (paidNow(subscription, now)?.priceId === subscription.priceId) return undefined;
  return newestFirst(subscription.invoices).find(
    (invoice) => invoice.reversal !== 'none' && isInForce(invoice, now),
  );
}

/**
 * Whether the first payment has arrived, because a bank debit takes days and may fail. Subscriptions from before
 * invoices were stored count as paid.
 */
export const hasBegun = ({ invoices }: Pick<SubscriptionState, 'invoices'>) =>
  invoices.length === 0 || invoices.some(({ isPaid }) => isPaid);

/**
 * The price that a subscription grants, and until when; undefined if it grants nothing.
 * - trialing, active: to the end of the period if canceled, otherwise `graceDays` longer, because the renewal event may be late.
 * - past_due: `graceDays` from the missed payment; after an unpaid change of plan, the earlier price while it is paid.
 * - Refunded or disputed payments don't count, for the time that they paid for.
 * - Nothing before the first payment has arrived.
 */
export function granted(
  subscription: SubscriptionState,
  graceDays: number,
  now: Date,
): { priceId: string; until: Date } | undefined {
  if (!hasBegun(subscription)) return undefined;
  if (subscription.status === 'past_due') {
    // It is paid for, so it needs no grace period.
    const earlier = paidPrice(subscription, now, (invoice) => isKept(invoice) && invoice.isPaid);
    if (earlier?.until) return { ...earlier, until: earlier.until };
  }
  const until = grantedUntil(subscription, graceDays, now);
  const paid = until && paidNow(subscription, now);
  return paid && { priceId: paid.priceId, until: paid.until && paid.until < until ? paid.until : until };
}

function grantedUntil(
  { status, pastDueSince, currentPeriodEnd, cancelAtPeriodEnd, cancelAt, isEndedByRefund }: SubscriptionState,
  graceDays: number,
  now: Date,
): Date | undefined {
  if (status === 'past_due') return pastDueSince ? later(addDays(pastDueSince, graceDays), now) : undefined;
  if (status === 'canceled' && isEndedByRefund) return later(currentPeriodEnd, now);
  if (status !== 'trialing' && status !== 'active') return undefined;
  const end = cancelAtPeriodEnd ? currentPeriodEnd : addDays(currentPeriodEnd, graceDays);
  return later(cancelAt && cancelAt < end ? cancelAt : end, now);
}

const later = (time: Date, now: Date) => (time > now ? time : undefined);

/**
 * The only function that decides a member's tier: the highest of the sources in force.
 * @returns the tier, and when to recompute it; no tier means the free one
 */
export function entitledTier(
  sources: EntitlementSource[],
  now: Date,
): { tierId: string | null; until: Date | null } {
  const best = sources.filter((source) => runs(source, now)).sort((a, b) => byRank(a, b) || byEnd(a, b))[0];
  return { tierId: best?.tierId ?? null, until: best?.until ?? null };
}

const byEnd = (a: EntitlementSource, b: EntitlementSource) =>
  (b.until?.getTime() ?? Number.POSITIVE_INFINITY) - (a.until?.getTime() ?? Number.POSITIVE_INFINITY) || 0;

const runs = ({ until }: EntitlementSource, now: Date) => until === null || until > now;
/** The higher tier first. */
const byRank = (a: EntitlementSource, b: EntitlementSource) =>
  b.accessLevel - a.accessLevel || b.price - a.price;

/** A redeemed gift. `until` is null while it waits. */
export type Gift = EntitlementSource & { id: string };

/**
 * The gift that is active now: the highest one, if it is above everything else that the member has. So a gift isn't used up while they pay
 * for as much or more, and of two gifts for one tier, the second begins when the first ends.
 * @param gifts those that haven't ended, in the order in which they were redeemed
 */
export function chooseGift(gifts: Gift[], others: EntitlementSource[], now: Date): Gift | undefined {
  const [best] = gifts.toSorted(
    (a, b) => byRank(a, b) || Number(b.until !== null) - Number(a.until !== null),
  );
  const isCovered = others.some((other) => runs(other, now) && best && byRank(best, other) >= 0);
  return isCovered ? undefined : best;
}
