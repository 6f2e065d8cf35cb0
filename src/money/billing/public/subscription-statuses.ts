/** Stripe's statuses of a subscription. It may add others: they are stored as they come, and grant nothing. */
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

/** Those in which it has not ended. */
export const currentStatuses: readonly string[] = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
] satisfies Statuses;
/** Those in which it is renewed, if only after a payment that is late. */
export const renewingStatuses: readonly string[] = ['trialing', 'active', 'past_due'] satisfies Statuses;
/** Those in which it grants nothing until something is paid. */
export const heldStatuses: readonly string[] = ['unpaid', 'paused'] satisfies Statuses;
/** Those in which a payment is due. */
export const dueStatuses: readonly string[] = ['past_due', 'unpaid', 'paused'] satisfies Statuses;
/** Those from which it can't come back. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'] satisfies Statuses;

export const isCurrent = (subscription: { status: string } | undefined) =>
  subscription !== undefined && currentStatuses.includes(subscription.status);

/** Whether nothing is left to pay before the next renewal. */
export const isActiveOrTrialing = (status: string) => status === 'trialing' || status === 'active';
