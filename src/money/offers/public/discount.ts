import type { BillingInterval } from '#constants';
import { roundToStep } from '#platform/text/currencies.ts';
import { formatMoney } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** How long a plan costs less, in Stripe's terms. */
export const offerDurations = ['once', 'repeating', 'forever'] as const;

/** One of the two is set. `amount_off` is in the currency's minor unit. */
export type Discount = { percent_off: number | null; amount_off: number | null };
export type DiscountTerms = Discount & {
  duration: (typeof offerDurations)[number];
  duration_months: number | null;
};

/**
 * What a discount takes off an amount, in the minor unit: a percentage is rounded half up to a chargeable amount, and
 * the result is never below zero.
 */
export function discountOn(amount: number, { percent_off, amount_off }: Discount, currency: string): number {
  if (percent_off === null) return Math.min(amount, amount_off ?? 0);
  return roundToStep((amount * percent_off) / 100, currency);
}

/** "25% off", "$5.00 off". */
export const discountWords = ({ percent_off, amount_off }: Discount, currency: string): string =>
  percent_off === null
    ? m.amount_off_off({ amountOff: formatMoney(amount_off ?? 0, currency) })
    : m.percent_off_off({ percentOff: percent_off });

/**
 * How many payments in a row are reduced; undefined for all of them. A discount of some months covers every payment due in them, so the
 * entire first year of a yearly plan.
 */
export function discountedPayments(
  { duration, duration_months }: DiscountTerms,
  interval: BillingInterval,
): number | undefined {
  if (duration === 'forever') return undefined;
  if (duration === 'once') return 1;
  return interval === 'year' ? Math.ceil((duration_months ?? 1) / 12) : (duration_months ?? 1);
}

/** How long a plan costs less, and its price after that: "for 3 months, then $12.00 a month". */
export function durationWords(
  terms: DiscountTerms,
  interval: BillingInterval,
  amount: number,
  currency: string,
): string {
  const payments = discountedPayments(terms, interval);
  if (payments === undefined) return m.instead_while_kept({ amount: formatMoney(amount, currency) });
  const span =
    payments === 1
      ? m.for_the_first_interval({ interval })
      : m.for_count({
          count:
            interval === 'year' ? m.count_year({ count: payments }) : common.count_month({ count: payments }),
        });
  return m.span_then_amount({ span, amount: formatMoney(amount, currency), interval });
}

/** The discount in one line: "25% off for 3 months". */
export function offerWords(terms: DiscountTerms, currency: string): string {
  const { duration, duration_months } = terms;
  const discount = discountWords(terms, currency);
  if (duration === 'once') return m.discount_on_first_payment({ discount });
  if (duration === 'forever') return m.discount_on_every_payment({ discount });
  return m.discount_in_first_months({ discount, count: duration_months ?? 1 });
}
