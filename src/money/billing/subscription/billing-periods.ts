import type { BillingInterval } from '#constants';
import { epochSeconds } from '#platform/epoch-seconds.ts';

/** The remaining share of a period. In whole seconds like Stripe, so that both get the same amount. */
export const shareLeft = (start: Date, end: Date, now: Date): number =>
  Math.max(0, epochSeconds(end) - epochSeconds(now)) / (epochSeconds(end) - epochSeconds(start));

/** The same day and time some months later; in a month without that day, its last day. UTC. */
export function addMonths(time: Date, months: number): Date {
  const first = new Date(time);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(time.getUTCDate(), days));
  return first;
}

/**
 * The end of the billing period that contains `time`, for periods that began at `anchor`, which isn't later. Counted from the anchor, like
 * Stripe: January 31, February 28, March 31.
 */
export function periodEnd(anchor: Date, interval: BillingInterval, time: Date): Date {
  const length = interval === 'year' ? 12 : 1;
  const years = time.getUTCFullYear() - anchor.getUTCFullYear();
  const months = years * 12 + time.getUTCMonth() - anchor.getUTCMonth();
  const end = addMonths(anchor, Math.floor(months / length) * length);
  return end > time ? end : addMonths(anchor, (Math.floor(months / length) + 1) * length);
}
