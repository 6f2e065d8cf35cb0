import { discountWords } from '#money/offers/public/discount.ts';
import { formatDay } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

/** "25% off until May 3, 2027". */
export function lastingDiscountWords(
  { until, ...terms }: NonNullable<Subscription['discount']>,
  currency: string,
): string {
  const discount = discountWords(terms, currency);
  return until ? m.discount_until({ discount, day: formatDay(until) }) : discount;
}

/** Whether a plan has been charged for: not in its trial, nor with a code that takes off all of its price. */
export const chargedUntilNow = ({ status, next_amount, discount }: Subscription) =>
  status === 'trialing' || next_amount === 0 || discount?.percent_off === 100 ? 'never' : 'before';
