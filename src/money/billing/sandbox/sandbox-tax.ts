import { roundToStep } from '#platform/text/currencies.ts';
import type { PriceTax } from '../payment-provider.ts';

/** The sandbox's only tax rate. */
const percent = 20;

/** The tax included in an amount that was charged. */
export const taxWithin = (total: number, tax: PriceTax | undefined, currency: string) =>
  tax === undefined || tax === 'unspecified' ? 0 : roundToStep((total * percent) / (100 + percent), currency);

/** The amount charged for a price. */
export const withTax = (amount: number, tax: PriceTax | undefined, currency: string) =>
  tax === 'exclusive' ? roundToStep((amount * (100 + percent)) / 100, currency) : amount;

type Priced = {
  amount: number;
  currency: string;
  discount: { firstAmount: number } | null;
  tax?: PriceTax;
};

/** How the price of a checkout becomes the amount paid. */
export function totalsOf({ amount: subtotal, currency, discount: terms, tax: behavior }: Priced) {
  const discount = terms?.firstAmount ?? 0;
  const amount = withTax(subtotal - discount, behavior, currency);
  return { subtotal, discount, tax: taxWithin(amount, behavior, currency), amount };
}
