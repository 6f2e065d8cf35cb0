import { addMonths } from '../subscription/billing-periods.ts';
import type { SandboxSession, SandboxSubscription } from './sandbox-store.server.ts';

/** The discount after skipping the current period, which uses up that period's months. */
export function afterPeriod({ discount, interval }: SandboxSubscription): SandboxSubscription['discount'] {
  if (!discount?.until) return discount;
  const until = addMonths(new Date(discount.until), interval === 'year' ? -12 : -1);
  return { ...discount, until: until.toISOString() };
}

/** What remains of a discount after the first payment. Months are calendar months. */
export function lastingDiscount(
  discount: SandboxSession['discount'],
  now: Date,
): SandboxSubscription['discount'] {
  if (!discount || discount.duration === 'once') return null;
  const { percent_off, amount_off, duration_months, tiers } = discount;
  const until = duration_months === null ? null : addMonths(now, duration_months).toISOString();
  return { percent_off, amount_off, until, tierIds: tiers?.map(({ id }) => id) ?? null };
}
