import { dayMilliseconds } from '#constants';
import { isActiveOrTrialing, type SubscriptionStatus } from '../public/subscription-statuses.ts';

/** Something that gives a member a tier: a subscription, a complimentary tier, or a gift. Times are UTC. */
export type EntitlementSource = {
  tierId: string;
  accessLevel: number;
  /** Cents a month; of two tiers with the same level, the more expensive one counts. */
  price: number;
  /** When it ends; null if it has no known end. */
  until: Date | null;
};

/**
 * A charge for a price and a time, or a credit with a negative amount, in cents. `due`: what of it is to be paid after discounts and with
 * taxes, where that was kept.
 */
export type InvoiceLine = { priceId: string; amount: number; due?: number; startsAt: Date; endsAt: Date };

export type InvoiceState = {
  createdAt: Date;
  isPaid: boolean;
  /** Whether the money has gone back: as long as a dispute is open, or for good. */
  reversal: 'none' | 'disputed' | 'dispute_lost' | 'refunded';
  lines: InvoiceLine[];
};

export type SubscriptionState = {
  status: SubscriptionStatus;
  priceId: string;
  /** Since when a payment is missing; null if everything is paid. */
  pastDueSince: Date | null;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  /** Canceled because a payment went back. It counts again if that money stays after all. */
  isEndedByRefund: boolean;
  invoices: InvoiceState[];
};

/** What is paid for: `until` is null if the subscription itself says how long. */
export type PaidPrice = { priceId: string; until: Date | null };

export const addDays = (time: Date, days: number) => new Date(time.getTime() + days * dayMilliseconds);

/**
 * The price that a subscription is paid for now, if only the invoices count for which `counts` is true; undefined if nothing
 * is paid. Goes back from the newest invoice: a change of plan (it credits the earlier price) that does not count leaves the
 * earlier price for the time that was credited; the invoice of the period itself, if it does not count, leaves nothing.
 */
export function paidPrice(
  { priceId, invoices }: Pick<SubscriptionState, 'priceId' | 'invoices'>,
  now: Date,
  counts: (invoice: InvoiceState, isChange: boolean) => boolean,
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
    if (credit.endsAt <= now) return undefined;
    paid = { priceId: credit.priceId, until: credit.endsAt };
  }
  return paid;
}

/** Within the same second, sort a change after what it changed. */
const newestFirst = <Invoice extends InvoiceState>(invoices: Invoice[]) =>
  invoices.toSorted(
    (a, b) =>
      b.createdAt.getTime() - a.createdAt.getTime() ||
      Number(hasCredit(b)) - Number(hasCredit(a)) ||
      Number(isKept(b)) - Number(isKept(a)),
  );
const hasCredit = ({ lines }: InvoiceState) => lines.some(({ amount }) => amount < 0);

/** What an invoice charges for the time that contains `now`. */
const chargeInForce = ({ lines }: InvoiceState, now: Date) =>
  lines
    .filter(({ amount, startsAt, endsAt }) => amount >= 0 && startsAt <= now && now < endsAt)
    .sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0];

/** Whether an invoice pays for the present. */
export const isInForce = (invoice: InvoiceState, now: Date) => chargeInForce(invoice, now) !== undefined;

/** The unused time of an earlier price that a change of plan has credited. */
const creditOf = ({ lines }: InvoiceState, charge: InvoiceLine) =>
  lines.find(
    ({ amount, startsAt, endsAt }) => amount < 0 && startsAt < charge.endsAt && charge.startsAt < endsAt,
  );

const isKept = ({ reversal }: InvoiceState) => reversal === 'none';
const isKeptOrDisputed = ({ reversal }: InvoiceState) => reversal === 'none' || reversal === 'disputed';

/**
 * What refunds and disputes leave of a subscription; undefined if nothing is left. A change of plan counts once its payment has arrived: a
 * bank debit takes days, and the provider makes the change at once.
 */
export const paidNow = (subscription: SubscriptionState, now: Date) =>
  paidPrice(
    subscription,
    now,
    (invoice, isChange) =>
      isKept(invoice) && (!isChange || invoice.isPaid || !isActiveOrTrialing(subscription.status)),
  );
/** Whether the payment of a change of plan is on its way. */
export const isChangeArriving = (subscription: SubscriptionState, now: Date) =>
  paidPrice(subscription, now, isKept)?.priceId !== paidNow(subscription, now)?.priceId;
/** Like above, assuming all open disputes are won; what is missing here is gone for good. */
export const paidForGood = (subscription: SubscriptionState, now: Date) =>
  paidPrice(subscription, now, isKeptOrDisputed);

/** The refunded or disputed invoice because of which a subscription is not paid as it is; undefined if it is. */
export function reversedInForce<Invoice extends InvoiceState>(
  subscription: SubscriptionState & { invoices: Invoice[] },
  now: Date,
): Invoice | undefined {
  if (paidNow(subscription, now)?.priceId === subscription.priceId) return undefined;
  return newestFirst(subscription.invoices).find(
    (invoice) => invoice.reversal !== 'none' && isInForce(invoice, now),
  );
}

/** Whether the first payment has arrived: a bank debit may take days, and fail. Invoices from before they were kept count as paid. */
export const hasBegun = ({ invoices }: Pick<SubscriptionState, 'invoices'>) =>
  invoices.length === 0 || invoices.some(({ isPaid }) => isPaid);

/**
 * Which price a subscription grants, and until when; undefined if it grants nothing.
 * - trialing, active: to the end of the period if it is canceled, else `graceDays` longer, because the renewal event may be late.
 * - past_due: `graceDays` from the missing payment; after an unpaid change of plan, then the earlier price while it is paid.
 * - What was refunded or disputed counts no longer, for the time that it paid for.
 * - Nothing before the first payment has arrived.
 */
export function granted(
  subscription: SubscriptionState,
  graceDays: number,
  now: Date,
): { priceId: string; until: Date } | undefined {
  if (!hasBegun(subscription)) return undefined;
  const until = grantedUntil(subscription, graceDays, now);
  const isPastDue = subscription.status === 'past_due';
  if (!until && !isPastDue) return undefined;
  const paid = until
    ? paidNow(subscription, now)
    : paidPrice(subscription, now, (invoice) => isKept(invoice) && invoice.isPaid);
  const ends = [until, paid?.until].filter((end) => end != null).sort((a, b) => a.getTime() - b.getTime());
  return paid && ends[0] && { priceId: paid.priceId, until: ends[0] };
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
 * The one function that decides a member's tier: the highest of the sources in force.
 * @returns the tier, and when to recompute it; no tier means the free one.
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
 * Which gift runs now: the highest, if it is above everything else that the member has. So a gift is not used up while they pay
 * for as much or more, and of two for one tier the second begins when the first ends.
 * @param gifts those that are not over, in the order in which they were redeemed
 */
export function chooseGift(gifts: Gift[], others: EntitlementSource[], now: Date): Gift | undefined {
  const [best] = gifts.toSorted(
    (a, b) => byRank(a, b) || Number(b.until !== null) - Number(a.until !== null),
  );
  const isCovered = others.some((other) => runs(other, now) && best && byRank(best, other) >= 0);
  return isCovered ? undefined : best;
}
