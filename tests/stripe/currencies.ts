import { invalid } from './refusal.ts';

/** The minimum charge, in minor units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimums: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
};
/** Eight digits. */
const maximum = 99_999_999;

export const minimumOf = (currency: string) => minimums[currency] ?? 1;

/** @throws StripeRefusal for an unknown currency */
export function assertCurrency(currency: string, param: string): void {
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase()))
    throw invalid(`Invalid currency: ${currency}.`, param);
}

/** @throws StripeRefusal amount_too_large */
export function assertNotTooLarge(amount: number, currency: string, param: string): void {
  if (amount > maximum)
    throw invalid(`The amount must be no more than ${maximum} ${currency}.`, param, 'amount_too_large');
}

/** Some currencies can only be charged in whole units, or in tens of minor units. https://docs.stripe.com/currencies#special-cases */
const steps: Record<string, number> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 };

/** @throws StripeRefusal */
export function assertWhole(amount: number, currency: string, param: string): void {
  const step = steps[currency] ?? 1;
  if (amount % step !== 0)
    throw invalid(`Invalid amount in ${currency}: ${amount} must be a multiple of ${step}.`, param);
}

/** Checks a checkout's total, which must be zero or at least the minimum. @throws StripeRefusal amount_too_small */
export function assertNotTooSmall(amount: number, currency: string): void {
  if (amount > 0 && amount < minimumOf(currency))
    throw invalid(
      `The Checkout Session's total amount must convert to at least ${minimumOf(currency)} ${currency}.`,
      undefined,
      'amount_too_small',
    );
}
