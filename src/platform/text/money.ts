import { annualDiscount, type BillingInterval } from '#constants';
import { decimalsOf, roundToStep } from './currencies.ts';

/** "19.99" is 1999 in usd, and "1999" is 1999 in jpy, exactly; NaN if the text isn't a price in that currency. */
export function amountOf(text: string, currency: string): number {
  const decimals = decimalsOf(currency);
  const match = /^(\d{0,10})(?:[.,](\d*))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || whole + fraction === '' || fraction.length > decimals) return Number.NaN;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

/** 1999 is "19.99" in usd and "1999" in jpy; 1200 is "12" in usd. */
export function decimalOf(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const unit = 10 ** decimals;
  return amount % unit === 0 ? String(amount / unit) : (amount / unit).toFixed(decimals);
}

/** The price of a year: twelve months less the discount, rounded to an amount that can be charged. */
export const annualPrice = (monthly: number, currency: string): number =>
  roundToStep((monthly * 12 * (100 - annualDiscount * 100)) / 100, currency);

/** The price of a plan for one period. */
export const periodPrice = (monthly: number, interval: BillingInterval, currency: string) =>
  interval === 'year' ? annualPrice(monthly, currency) : monthly;
