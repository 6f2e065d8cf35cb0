import { maxAmountOf, minAmountOf, stepOf } from '#platform/currencies.ts';
import { annualPrice } from '#platform/money.ts';
import { formatMoney } from './format.ts';

/** Why an amount cannot be part of what is charged, as a sentence; undefined if it can. */
export function stepProblem(amount: number, currency: string): string | undefined {
  const step = stepOf(currency);
  return amount % step === 0 ? undefined : `Must be a multiple of ${formatMoney(step, currency)}`;
}

/** Why the payment provider could not charge an amount, as a sentence; undefined if it could. Nothing needs no charge. */
export function priceProblem(amount: number, currency: string): string | undefined {
  const [min, max] = [minAmountOf(currency), maxAmountOf(currency)];
  if (amount === 0) return undefined;
  if (amount < min) return `Must be 0, or ${formatMoney(min, currency)} or more`;
  if (amount > max) return `Must be ${formatMoney(max, currency)} or less`;
  return stepProblem(amount, currency);
}

/** The same for a plan's monthly price, which is charged for a year at once as well. */
export function planPriceProblem(monthly: number, currency: string): string | undefined {
  const problem = priceProblem(monthly, currency);
  if (problem) return problem;
  const [year, max] = [annualPrice(monthly, currency), maxAmountOf(currency)];
  return year > max
    ? `A year would cost ${formatMoney(year, currency)}. At most ${formatMoney(max, currency)} can be charged at once`
    : undefined;
}
