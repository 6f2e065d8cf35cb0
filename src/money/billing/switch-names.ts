import type { BillingInterval } from '#constants';
import * as m from './words/messages.ts';

/** What a change leads from and to, within a sentence: two plans, or monthly and annual billing of one plan. */
export function switchNames(
  plan: string,
  next: { name: string; interval: BillingInterval },
): { from: string; to: string } {
  if (next.name !== plan) return { from: plan, to: next.name };
  const { interval } = next;
  return {
    from: m.billing_of_interval({ interval: otherInterval(interval) }),
    to: m.billing_of_interval({ interval }),
  };
}

export const otherInterval = (interval: BillingInterval): BillingInterval =>
  interval === 'year' ? 'month' : 'year';
