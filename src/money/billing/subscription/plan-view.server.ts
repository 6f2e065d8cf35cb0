import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { BillingInterval } from '#constants';
import { giftIsLeft } from '#money/gifts/public/outstanding-gifts.server.ts';
import { discountOn } from '#money/offers/public/discount.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { periodPrice } from '#platform/text/money.ts';
import type { TrialUses } from '../checkout/trial-uses.server.ts';
import type { PaymentMode, SubscriptionDiscount } from '../payment-provider.ts';
import type { Subscription } from '../public/billing.contract.ts';
import { dueStatuses, heldStatuses, isActiveOrTrialing } from '../public/subscription-statuses.ts';
import type { ResolvedPayments } from '../sync/active-payments.server.ts';
import * as m from '../words/messages.ts';
import { findCurrentSubscriptions, findKeptPrice, isLowerPrice } from './current-subscription.server.ts';
import { granted, hasBegun, isChangeArriving, reversedInForce } from './entitlement.ts';
import { findTier, readSubscriptions, type StoredSubscription } from './subscription-states.server.ts';

type GiftRow = {
  id: string;
  plan: string;
  tier_id: string;
  months: number | null;
  days: number | null;
  ends_at: string | null;
};
type ProfileRow = {
  tier_id: string | null;
  name: string | null;
  price: number | null;
  tier_until: Date | null;
  complimentary_tier_id: string | null;
  complimentary_until: Date | null;
  gifts: GiftRow[];
};

/** The data of a member's subscription page, except for the copies. */
export async function describePlan(
  db: Database,
  trialUses: TrialUses,
  userId: string,
  { provider, policy: { graceDays }, selling }: ResolvedPayments,
): Promise<Omit<Subscription, 'daily_copy_limit' | 'copies_left'>> {
  const mode = provider?.mode;
  const [{ rows }, [current, ...others], hasTried, states, processing] = await Promise.all([
    sql<ProfileRow>`select tier.id as tier_id, tier.name, tier.price, tier_until, complimentary_tier_id, complimentary_until,
        (select coalesce(json_agg(json_build_object('id', gift.id, 'plan', given.name, 'tier_id', gift.tier_id,
            'months', case when remaining is null then months end,
            'days', case when remaining is null then days else ceil(remaining / 86400000.0)::int end,
            'ends_at', ends_at) order by ends_at, redeemed_at), '[]')
          from gifts gift join tiers given on given.id = gift.tier_id
          where redeemed_by = profiles.id and ${giftIsLeft}) as gifts
      from profiles left join tiers tier on tier.id = current_tier_id(profiles) where profiles.id = ${userId}`.execute(
      db,
    ),
    mode ? findCurrentSubscriptions(db, userId, mode) : [],
    mode ? trialUses.hasTried(db, userId, mode) : false,
    mode ? readSubscriptions(db, userId, mode) : [],
    findProcessing(db, userId, mode),
  ]);
  const endOf = (subscription: Current) => endsAtOf(subscription, states, graceDays);
  const renewsAt = (subscription: Current) => renewalOf(subscription, endOf(subscription));
  const today = current && (await priceToday(db, current, selling.currency));
  const lowerAmount = today && isLowerPrice(current, today) ? today.amount : null;
  const profile = rows[0];
  const grant = current && grantsOf(current, states, graceDays);
  const paidTier = grant && (await findTier(db, current.id, grant.priceId));
  const isPaid = paidTier !== undefined && paidTier.id === profile?.tier_id;
  const isComplimentary =
    profile?.tier_id != null && !isPaid && profile.complimentary_tier_id === profile.tier_id;
  // An active gift is always the highest plan.
  const gift = profile?.gifts.find(({ tier_id, ends_at }) => ends_at !== null && tier_id === profile.tier_id);
  const source =
    profile?.tier_id == null ? 'free' : gift ? 'gift' : isComplimentary ? 'complimentary' : 'subscription';
  // The remaining time of a subscription that has ended.
  const left = source === 'subscription' ? (profile?.tier_until ?? null) : null;
  const end = current && endOf(current);
  // What is paid for can end before its subscription, which waits for a payment that is missing or disputed.
  const isShorter = end && grant && source === 'subscription' && grant.until < end;
  const endsAt = isShorter ? grant.until : current ? end : left;
  const renews = current && renewsAt(current) !== null;
  const canCancel = [current, ...others].some(
    (subscription) =>
      subscription &&
      !subscription.missing_since &&
      // A subscription on hold can be canceled at once, even if it was already set to end with its period.
      (endOf(subscription) === null ||
        (heldStatuses.includes(subscription.status) && !grantsOf(subscription, states, graceDays))),
  );
  const isTrial = current?.status === 'trialing';
  const paidPlan =
    current?.tier_id != null && current.name !== null
      ? { tier_id: current.tier_id, name: current.name }
      : null;
  const state = states.find(({ id }) => id === current?.id);
  const reversal = await findReversal(db, states[0]);
  const kept = grant && source === 'subscription' ? await findKeptPrice(db, current, grant.priceId) : null;
  return {
    plan: profile?.name ?? 'Free',
    price: profile?.price ?? 0,
    billing_cycle: current?.interval === 'year' ? 'Yearly' : 'Monthly',
    tier_id: profile?.tier_id ?? null,
    source,
    paid_plan: paidPlan,
    status: current?.status ?? null,
    interval: current?.interval ?? null,
    amount: current?.amount ?? null,
    kept_price: kept && { ...kept, until: reversal ? isoOrNull(grant?.until ?? null) : null },
    quantity: current?.quantity ?? 1,
    currency: current?.currency ?? selling.currency,
    next_amount: renews ? (current.next_amount ?? nextAmount(current)) : null,
    discount: current ? discountOfRow(current) : null,
    next_payment_at: renews ? isoOrNull(current.current_period_end) : null,
    ends_at:
      source === 'gift'
        ? isoOrNull(profile?.tier_until)
        : isoOrNull(source === 'complimentary' ? profile?.complimentary_until : endsAt),
    subscription_ends_at: current ? isoOrNull(endOf(current)) : null,
    gifts: (profile?.gifts ?? []).map(({ id, plan, months, days, ends_at }) => ({
      id,
      plan,
      months,
      days,
      ends_at: ends_at && new Date(ends_at).toISOString(),
    })),
    trial_end: isTrial ? isoOrNull(current.trial_end) : null,
    grace_until: dueStatuses.includes(current?.status ?? '') ? isoOrNull(grant?.until ?? null) : null,
    reversal,
    is_missing: Boolean(current?.missing_since),
    duplicates: (others.length > 0 && current ? [current, ...others] : []).map((other) => ({
      id: other.id,
      plan: other.name ?? m.no_plan(),
      amount: other.amount,
      currency: other.currency,
      interval: other.interval,
      next_payment_at: isoOrNull(renewsAt(other)),
      ends_at: isoOrNull(endOf(other)),
    })),
    can_try: !hasTried && !current,
    payment_under_way:
      !state || !hasBegun(state) ? processing : isChangeArriving(state, new Date()) ? paidPlan : null,
    lower_amount: renews ? lowerAmount : null,
    pending_change: current ? await findPendingChange(db, current) : null,
    action_url: current?.action_url ?? null,
    trial_refused: !current && (await wasTrialRefused(db, userId, mode)),
    payments: mode ?? 'off',
    can: {
      cancel: canCancel,
      resume: Boolean(!current?.missing_since && (current?.cancel_at_period_end || current?.cancel_at)),
      manage_billing: current !== undefined,
    },
  };
}

type DiscountedRow = {
  amount: number;
  currency: string;
  current_period_end: Date;
  discount_percent: number | null;
  discount_amount: number | null;
  discount_until: Date | null;
};

function discountOfRow(row: DiscountedRow): Subscription['discount'] {
  const { discount_percent: percent_off, discount_amount: amount_off, discount_until: until } = row;
  if (percent_off === null && amount_off === null) return null;
  return runningDiscount({ percent_off, amount_off, until }, row.current_period_end);
}

/** The discount on payments from a time on, unless it has run out by then. */
export function runningDiscount(discount: SubscriptionDiscount | null, from: Date): Subscription['discount'] {
  if (!discount || (discount.until !== null && discount.until <= from)) return null;
  const { percent_off, amount_off, until } = discount;
  return { percent_off, amount_off, until: isoOrNull(until) };
}

const nextAmount = (row: DiscountedRow) => {
  const discount = discountOfRow(row);
  return row.amount - (discount ? discountOn(row.amount, discount, row.currency) : 0);
};

type Current = Awaited<ReturnType<typeof findCurrentSubscriptions>>[number];

/** When a subscription ends; null if it renews. If the provider no longer knows it, it ends when it stops granting anything. */
function endsAtOf(subscription: Current, states: StoredSubscription[], graceDays: number): Date | null {
  if (subscription.missing_since)
    return grantsOf(subscription, states, graceDays)?.until ?? subscription.missing_since;
  return subscription.cancel_at_period_end ? subscription.current_period_end : subscription.cancel_at;
}

/** What a subscription currently grants, according to its stored state. */
function grantsOf(subscription: Current, states: StoredSubscription[], graceDays: number) {
  const state = states.find(({ id }) => id === subscription.id);
  return state && granted(state, graceDays, new Date());
}

/** When a subscription is next charged; null if it ends, or if a payment is still due. */
const renewalOf = (subscription: Current, end: Date | null): Date | null =>
  isActiveOrTrialing(subscription.status) && end === null ? subscription.current_period_end : null;

/** The current price of a subscription's plan. */
async function priceToday(
  db: Database,
  { tier_id, interval, quantity }: { tier_id: string | null; interval: BillingInterval; quantity: number },
  currency: string,
) {
  const tier = await db.selectFrom('tiers').select('price').where('id', '=', tier_id).executeTakeFirst();
  const price = tier && periodPrice(tier.price, interval, currency);
  return price === undefined ? undefined : { amount: quantity * price, currency };
}

async function findPendingChange(
  db: Database,
  { pending_price_id, pending_until }: { pending_price_id: string | null; pending_until: Date | null },
): Promise<Subscription['pending_change']> {
  if (!pending_until || pending_until <= new Date()) return null;
  const price = await db
    .selectFrom('tier_prices')
    .innerJoin('tiers', 'tiers.id', 'tier_prices.tier_id')
    .select(['tiers.name', 'amount', 'currency', 'interval'])
    .where('tier_prices.id', '=', pending_price_id)
    .executeTakeFirst();
  if (!price) return null;
  return { ...price, expires_at: pending_until.toISOString() };
}

/** The plan of a checkout paid with a method that takes days. */
async function findProcessing(
  db: Database,
  userId: string,
  mode: PaymentMode | undefined,
): Promise<Subscription['payment_under_way']> {
  const found = await db
    .selectFrom('checkouts')
    .innerJoin('tiers', 'tiers.id', 'checkouts.tier_id')
    .select(['tiers.id as tier_id', 'tiers.name'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode ?? null)
    .where('kind', '=', 'subscription')
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return found ?? null;
}

/** Whether the newest subscription was ended because its card had already been used for a trial. */
async function wasTrialRefused(
  db: Database,
  userId: string,
  mode: PaymentMode | undefined,
): Promise<boolean> {
  const newest = await db
    .selectFrom('subscriptions')
    .select('trial_refused')
    .where('user_id', '=', userId)
    .where('mode', '=', mode ?? null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return newest?.trial_refused ?? false;
}

/** The refund or dispute of the member's newest subscription. */
async function findReversal(
  db: Database,
  subscription: StoredSubscription | undefined,
): Promise<Subscription['reversal']> {
  const invoice = subscription && reversedInForce(subscription, new Date());
  if (!invoice || invoice.reversal === 'none') return null;
  const tier = await findTier(db, subscription.id, subscription.priceId);
  return { reason: invoice.reversal, plan: tier?.name ?? m.unnamed_plan() };
}
