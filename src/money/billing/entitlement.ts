/** Something that gives a member a tier: a subscription, or a complimentary tier. Times are UTC. */
export type EntitlementSource = {
  tierId: string;
  accessLevel: number;
  /** Cents a month; of two tiers with the same level, the more expensive one counts. */
  price: number;
  /** When it ends; null if it has no known end. */
  until: Date | null;
};

export type SubscriptionState = {
  status: string;
  /** The start of the first unpaid period; null if everything is paid. */
  pastDueSince: Date | null;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  /** The end of the latest period whose payment was refunded or disputed. */
  refundedUntil: Date | null;
};

const dayMilliseconds = 86_400_000;
export const addDays = (time: Date, days: number) => new Date(time.getTime() + days * dayMilliseconds);

/**
 * Until when a subscription grants its tier; undefined if it grants nothing.
 * - trialing, active: to the end of the period if it is canceled, else `graceDays` longer, because the renewal event may be late.
 * - past_due: `graceDays` from the start of the first unpaid period.
 * - refunded or disputed: nothing, until that period is over and a later one has been paid.
 */
export function grantedUntil(
  subscription: SubscriptionState,
  graceDays: number,
  now: Date,
): Date | undefined {
  const { status, pastDueSince, currentPeriodEnd, cancelAtPeriodEnd, cancelAt, refundedUntil } = subscription;
  if (refundedUntil && refundedUntil > now) return undefined;
  if (status === 'past_due') return pastDueSince ? later(addDays(pastDueSince, graceDays), now) : undefined;
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
  const best = sources
    .filter(({ until }) => until === null || until > now)
    .sort((a, b) => b.accessLevel - a.accessLevel || b.price - a.price || byEnd(a, b))[0];
  return { tierId: best?.tierId ?? null, until: best?.until ?? null };
}

const byEnd = (a: EntitlementSource, b: EntitlementSource) =>
  (b.until?.getTime() ?? Number.POSITIVE_INFINITY) - (a.until?.getTime() ?? Number.POSITIVE_INFINITY) || 0;
