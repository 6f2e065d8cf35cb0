/** The event types that the site processes, and that its endpoint at Stripe must be registered for. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;
export type StripeEvent = (typeof stripeEvents)[number];

/** Whether an event says which charge it is about; all others are about their own object. */
export const isAboutCharge = (type: string): boolean =>
  type.startsWith('charge.dispute.') || type.startsWith('refund.');

export const isStripeEvent = (type: string): type is StripeEvent =>
  stripeEvents.some((known) => known === type);
