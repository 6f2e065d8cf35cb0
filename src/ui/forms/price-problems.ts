import { maxAmountOf, minAmountOf, stepOf } from '#platform/text/currencies.ts';
import { annualPrice } from '#platform/text/money.ts';
import { formatMoney } from '../format.ts';
import * as m from '../words/messages.ts';

/** Why an amount can't be part of a charge, as a sentence; undefined if it can. */
function stepProblem(amount: number, currency: string): string | undefined {
  const step = stepOf(currency);
  return amount % step === 0
    ? undefined
    : m.must_be_a_multiple_of_step({ step: formatMoney(step, currency) });
}

/** Why an amount is more than can be charged at once, as a sentence; undefined if it isn't. */
export function maxProblem(amount: number, currency: string): string | undefined {
  const max = maxAmountOf(currency);
  return amount > max ? m.must_be_max_or_less({ max: formatMoney(max, currency) }) : undefined;
}

/** Why an amount can't be deducted from a charge, as a sentence; undefined if it can. */
export const deductionProblem = (amount: number, currency: string) =>
  maxProblem(amount, currency) ?? stepProblem(amount, currency);

/** Why the payment provider can't charge an amount, as a sentence; undefined if it can. Zero is fine, because it needs no charge. */
export function priceProblem(amount: number, currency: string): string | undefined {
  const min = minAmountOf(currency);
  if (amount === 0) return undefined;
  if (amount < min) return m.must_be_free_or_min({ min: formatMoney(min, currency) });
  return deductionProblem(amount, currency);
}

/** The same for a plan's monthly price, which is also charged yearly in one amount. */
export function planPriceProblem(monthly: number, currency: string): string | undefined {
  const problem = priceProblem(monthly, currency);
  if (problem) return problem;
  const [year, max] = [annualPrice(monthly, currency), maxAmountOf(currency)];
  return year > max
    ? m.year_costs_too_much({ year: formatMoney(year, currency), max: formatMoney(max, currency) })
    : undefined;
}
