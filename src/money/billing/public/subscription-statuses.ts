/** Stripe's statuses of a subscription that has not ended. */
export const currentStatuses: readonly string[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
/** Those in which it is renewed, if only after a payment that is late. */
export const renewingStatuses: readonly string[] = ['trialing', 'active', 'past_due'];
/** Those in which it grants nothing until something is paid. */
export const heldStatuses: readonly string[] = ['unpaid', 'paused'];
/** Those in which a payment is due. */
export const dueStatuses: readonly string[] = ['past_due', ...heldStatuses];
/** Stripe's statuses of a subscription that can't come back. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

export const isCurrent = (subscription: { status: string } | undefined) =>
  subscription !== undefined && currentStatuses.includes(subscription.status);

/** Whether nothing is left to pay before the next renewal. */
export const isRunning = (status: string) => status === 'trialing' || status === 'active';
