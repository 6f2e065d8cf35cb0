import { dayMilliseconds } from '#constants';
import { isActiveOrTrialing, type SubscriptionStatus } from '../public/subscription-statuses.ts';
import {
  chargeInForce,
  chargesOf,
  type InvoiceState,
  isInForce,
  isKept,
  newestFirst,
  paidPrice,
} from './paid-price.ts';

/** Something that gives a member a tier: a subscription, a complimentary tier, or a gift. Times are UTC. */
export type EntitlementSource = {
  tierId: string;
  accessLevel: number;
  /** In the currency's minor unit per month; of two tiers with the same level, the more expensive one counts. */
  price: number;
  /** When it ends; null if it has no known end. */
  until: Date | null;
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
  /** Canceled by the provider because a payment failed: what is paid for stays to its end. */
  isEndedUnpaid: boolean;
  invoices: InvoiceState[];
};

export const addDays = (time: Date, days: number) => new Date(time.getTime() + days * dayMilliseconds);

const isKeptOrDisputed = ({ reversal }: InvoiceState) => reversal === 'none' || reversal === 'disputed';

/**
 * What remains of a subscription after refunds and disputes; undefined if nothing does. A change of plan only counts once its payment has
 * arrived: a bank debit takes days and may fail, but the provider makes the change at once. Until then the earlier price remains, even
 * beyond its own period, and into a period that isn't paid either.
 */
export const paidNow = (subscription: SubscriptionState, now: Date) =>
  paidPrice(subscription, now, {
    counts: (invoice, changes) => isKept(invoice) && (!changes || invoice.isPaid),
    isExpected: isKept,
    looksBack: true,
  });
/** Whether the payment of a change of plan is still arriving. */
export const isChangeArriving = (subscription: SubscriptionState, now: Date) =>
  isActiveOrTrialing(subscription.status) &&
  paidPrice(subscription, now, { counts: isKept })?.priceId !== paidNow(subscription, now)?.priceId;
/**
 * Like `paidNow`, but assumes that open disputes will be won and that changes of plan will be paid. What is missing here is gone for good.
 */
export const paidForGood = (subscription: SubscriptionState, now: Date) =>
  paidPrice(subscription, now, { counts: isKeptOrDisputed });

/** Whether the money of an invoice has arrived and stayed. */
const isSettled = (invoice: InvoiceState) => invoice.isPaid && isKept(invoice);

/** The price whose payment has arrived for the present time, and the end of that time. */
export function boughtNow(
  subscription: SubscriptionState,
  now: Date,
): { priceId: string; until: Date } | undefined {
  const paid = paidPrice(subscription, now, { counts: isSettled });
  const ends = subscription.invoices
    .filter(isSettled)
    .flatMap((invoice) => chargeInForce(invoice, now) ?? []);
  const until = paid?.until ?? ends.map(({ endsAt }) => endsAt).sort((a, b) => b.getTime() - a.getTime())[0];
  return paid && until && { priceId: paid.priceId, until };
}

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
 * - past_due: what is paid for to its end, then `graceDays`, but from the missed payment if that came later.
 * - unpaid, and canceled because a payment failed: what is paid for to its end.
 * - Refunded or disputed payments don't count, for the time that they paid for.
 * - Nothing before the first payment has arrived.
 */
export function granted(
  subscription: SubscriptionState,
  graceDays: number,
  now: Date,
): { priceId: string; until: Date } | undefined {
  if (!hasBegun(subscription)) return undefined;
  const bought = isLate(subscription) ? boughtNow(subscription, now) : undefined;
  if (bought) return bought;
  const until = grantedUntil(subscription, graceDays, now);
  const paid = until && paidNow(subscription, now);
  return paid && { priceId: paid.priceId, until: paid.until && paid.until < until ? paid.until : until };
}

/** Whether a payment is missing, or was when the provider gave up. */
const isLate = ({ status, isEndedUnpaid }: SubscriptionState) =>
  status === 'past_due' || status === 'unpaid' || isEndedUnpaid;

function grantedUntil(
  { status, pastDueSince, invoices, ...subscription }: SubscriptionState,
  graceDays: number,
  now: Date,
): Date | undefined {
  const { currentPeriodEnd, cancelAtPeriodEnd, cancelAt, isEndedByRefund } = subscription;
  if (status === 'past_due') {
    if (!pastDueSince) return undefined;
    const ends = invoices
      .filter(isSettled)
      .flatMap(chargesOf)
      .map(({ endsAt }) => endsAt);
    const from = Math.max(pastDueSince.getTime(), ...ends.filter((end) => end <= now).map(Number));
    return later(addDays(new Date(from), graceDays), now);
  }
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
