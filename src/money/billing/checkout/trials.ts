import type { BillingInterval } from '#constants';
import { addDays } from '../subscription/entitlement.ts';

/** How long a member can confirm the price of a change. */
export const offerMinutes = 10;

type Trialing = {
  status: string;
  trial_end: Date | null;
  created_at: Date;
  interval: BillingInterval;
  amount: number;
};
type NewPlan = { interval: BillingInterval; amount: number; trialDays: number };

const perMonth = ({ interval, amount }: { interval: BillingInterval; amount: number }) =>
  amount / (interval === 'year' ? 12 : 1);

/**
 * When a subscription's trial ends after a change of plan. A more expensive plan can be tried as long as its own trial allows, counted from
 * the start of the current trial, and never beyond that one's end.
 * @returns undefined if the end stays the same or there is no trial
 */
export function trialEndAfterChange(current: Trialing, next: NewPlan, now: Date): Date | 'now' | undefined {
  const { status, trial_end, created_at } = current;
  if (status !== 'trialing' || !trial_end || perMonth(next) <= perMonth(current)) return undefined;
  const end = addDays(created_at, next.trialDays);
  if (end >= trial_end) return undefined;
  // If the end would be past by the time the offer is confirmed, it is now.
  return end.getTime() > now.getTime() + offerMinutes * 60_000 ? end : 'now';
}
