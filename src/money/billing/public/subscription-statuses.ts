/** Stripe's statuses of a subscription. Stripe may add others, which are stored unchanged and grant nothing. */
export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'incomplete'
  | 'incomplete_expired'
  | 'canceled';

type Statuses = readonly SubscriptionStatus[];

/** Statuses of a subscription that hasn't ended. */
export const currentStatuses: readonly string[] = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
] satisfies Statuses;
/** Statuses of a subscription that renews, even if a payment is late. */
export const renewingStatuses: readonly string[] = ['trialing', 'active', 'past_due'] satisfies Statuses;
/** Statuses without a grace period: only what is paid for stays. */
export const heldStatuses: readonly string[] = ['unpaid', 'paused'] satisfies Statuses;
/** Statuses with a payment due. */
export const dueStatuses: readonly string[] = ['past_due', 'unpaid', 'paused'] satisfies Statuses;
/** Final statuses. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'] satisfies Statuses;

export const isCurrent = <Subscription extends { status: string }>(
  subscription: Subscription | undefined,
): subscription is Subscription =>
  subscription !== undefined && currentStatuses.includes(subscription.status);

/** Whether nothing is due before the next renewal. */
export const isActiveOrTrialing = (status: string) => status === 'trialing' || status === 'active';
