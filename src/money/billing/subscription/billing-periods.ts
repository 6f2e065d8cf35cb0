import type { BillingInterval } from '#constants';

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

/** How much of a period is left. Counted in whole seconds, as Stripe does, or its cents would not always be the same. */
export const shareLeft = (start: Date, end: Date, now: Date): number =>
  Math.max(0, seconds(end) - seconds(now)) / (seconds(end) - seconds(start));

/** The same day and time some months later, or the last day of a month that has no such day. UTC. */
export function addMonths(time: Date, months: number): Date {
  const first = new Date(time);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(time.getUTCDate(), days));
  return first;
}

/**
 * The end of the billing period that `time` is in, for periods that began at `anchor`, which is not later. Counted from the
 * anchor, as Stripe does: January 31, February 28, March 31.
 */
export function periodEnd(anchor: Date, interval: BillingInterval, time: Date): Date {
  const length = interval === 'year' ? 12 : 1;
  const years = time.getUTCFullYear() - anchor.getUTCFullYear();
  const months = years * 12 + time.getUTCMonth() - anchor.getUTCMonth();
  const end = addMonths(anchor, Math.floor(months / length) * length);
  return end > time ? end : addMonths(anchor, (Math.floor(months / length) + 1) * length);
}
