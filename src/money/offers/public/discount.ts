import type { BillingInterval } from '#constants';
import { roundToStep } from '#platform/currencies.ts';
import { formatMoney, plural } from '#ui/format.ts';

/** How long a plan costs less; the words are Stripe's. */
export const offerDurations = ['once', 'repeating', 'forever'] as const;

/** One of the two is set. `amount_off` is in the currency's minor unit. */
export type Discount = { percent_off: number | null; amount_off: number | null };
export type DiscountTerms = Discount & {
  duration: (typeof offerDurations)[number];
  duration_months: number | null;
};

/**
 * What a discount takes off an amount, in the minor unit: a percentage is rounded, half up, to what can be charged, and nothing
 * costs less than nothing.
 */
export function discountOn(amount: number, { percent_off, amount_off }: Discount, currency: string): number {
  if (percent_off === null) return Math.min(amount, amount_off ?? 0);
  return roundToStep((amount * percent_off) / 100, currency);
}

/** "25% off", "$5.00 off". */
export const discountWords = ({ percent_off, amount_off }: Discount, currency: string): string =>
  percent_off === null ? `${formatMoney(amount_off ?? 0, currency)} off` : `${percent_off}% off`;

/**
 * How many payments in a row are reduced; undefined for all of them. A discount of some months covers every payment that falls due
 * in them, so of a yearly plan the whole first year.
 */
export function discountedPayments(
  { duration, duration_months }: DiscountTerms,
  interval: BillingInterval,
): number | undefined {
  if (duration === 'forever') return undefined;
  if (duration === 'once') return 1;
  return interval === 'year' ? Math.ceil((duration_months ?? 1) / 12) : (duration_months ?? 1);
}

/** For how long a plan costs less, and what it costs then: "for 3 months, then $12.00 a month". */
export function durationWords(
  terms: DiscountTerms,
  interval: BillingInterval,
  amount: number,
  currency: string,
): string {
  const payments = discountedPayments(terms, interval);
  if (payments === undefined)
    return `instead of ${formatMoney(amount, currency)}, for as long as you keep the plan`;
  const span =
    payments === 1
      ? `for the first ${interval}`
      : `for ${interval === 'year' ? plural(payments, 'year') : plural(payments, 'month')}`;
  return `${span}, then ${formatMoney(amount, currency)} a ${interval}`;
}

/** The discount in one line: "25% off for 3 months". */
export function offerWords(terms: DiscountTerms, currency: string): string {
  const { duration, duration_months } = terms;
  const span =
    duration === 'once'
      ? 'the first payment'
      : duration === 'forever'
        ? 'every payment'
        : `payments in the first ${plural(duration_months ?? 1, 'month')}`;
  return `${discountWords(terms, currency)} ${span}`;
}
