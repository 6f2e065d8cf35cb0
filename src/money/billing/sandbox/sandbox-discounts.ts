import { addMonths } from '../subscription/billing-periods.ts';
import type { SandboxSession, SandboxSubscription } from './sandbox-store.server.ts';

/** The discount once the current period is skipped: its months go by with the period. */
export function afterPeriod({ discount, interval }: SandboxSubscription): SandboxSubscription['discount'] {
  if (!discount?.until) return discount;
  const until = addMonths(new Date(discount.until), interval === 'year' ? -12 : -1);
  return { ...discount, until: until.toISOString() };
}

/** What a discount leaves for the payments after the first. Months are counted by the calendar. */
export function lastingDiscount(
  discount: SandboxSession['discount'],
  now: Date,
): SandboxSubscription['discount'] {
  if (!discount || discount.duration === 'once') return null;
  const { percent_off, amount_off, duration_months, tiers } = discount;
  const until = duration_months === null ? null : addMonths(now, duration_months).toISOString();
  return { percent_off, amount_off, until, tierIds: tiers?.map(({ id }) => id) ?? null };
}
