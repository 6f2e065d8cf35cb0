/** What gives a member a tier: a subscription, or an admin. Times are UTC. */
export type EntitlementSource = {
  tierId: string;
  accessLevel: number;
  /** Cents a month; of two tiers of one level the dearer counts. */
  price: number;
  /** The first moment at which it gives nothing any more; null where none is known. */
  until: Date | null;
};

export type SubscriptionState = {
  status: string;
  /** Since when it has not been paid; null where it is. */
  pastDueSince: Date | null;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  /** The paid periods whose money went back, by their ends. */
  refundedUntil: Date | null;
};

const dayMilliseconds = 86_400_000;
export const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMilliseconds);

/**
 * Until when a subscription gives its tier; undefined where it gives nothing.
 * - trialing, active: to the end of the period where it ends then, else `graceDays` more: its renewal may be told late.
 * - past_due: `graceDays` from the beginning of the first unpaid period.
 * - money returned or disputed: nothing, until what it paid for is over and a later period was paid.
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

const later = (moment: Date, now: Date) => (moment > now ? moment : undefined);

/**
 * THE function from which a member's tier follows: the highest of what gives him one now.
 * @returns the tier and the moment when this has to be asked again; no tier means the free one.
 */
export function entitledTier(
  grantors: EntitlementSource[],
  now: Date,
): { tierId: string | null; until: Date | null } {
  const best = grantors
    .filter(({ until }) => until === null || until > now)
    .sort(
      (one, other) => other.accessLevel - one.accessLevel || other.price - one.price || byEnd(one, other),
    )[0];
  return { tierId: best?.tierId ?? null, until: best?.until ?? null };
}

const byEnd = (one: EntitlementSource, other: EntitlementSource) =>
  (other.until?.getTime() ?? Number.POSITIVE_INFINITY) - (one.until?.getTime() ?? Number.POSITIVE_INFINITY) ||
  0;
