/** The payment provider's rules for currencies: https://docs.stripe.com/currencies. Codes are lowercase, as in its API. */

export const currencies = [
  'aed afn all amd aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf',
  'chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd',
  'hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad',
  'mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr',
  'pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd szl thb tjs tnd top try ttd twd',
  'tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw',
].flatMap((line) => line.split(' '));

const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const withThreeDecimals = 'bhd jod kwd omr tnd'.split(' ');
/** Counted in hundredths, but only whole units can be charged. */
const inWholeUnits = ['isk', 'ugx'];

/** The number of decimals of an amount: 1999 is 19.99 in usd, 1,999 in jpy and 1.999 in kwd. */
export function decimalsOf(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0;
  return withThreeDecimals.includes(currency) ? 3 : 2;
}

/** Amounts that can be charged are multiples of this. */
export function stepOf(currency: string): number {
  if (inWholeUnits.includes(currency)) return 100;
  return withThreeDecimals.includes(currency) ? 10 : 1;
}

/** The nearest amount that can be charged, half up. */
export const roundToStep = (amount: number, currency: string) =>
  Math.round(amount / stepOf(currency)) * stepOf(currency);

const minimums: Record<string, number> = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  zar: 50,
};
/** The smallest amount that can be charged, if the provider states one; for others it depends on exchange rates. */
export const minAmountOf = (currency: string) => minimums[currency] ?? stepOf(currency);

/** The provider's own limits are higher, but amounts are stored in 32 bits, together with taxes. */
const maximums: Record<string, number> = { cop: 1_000_000_000, idr: 1_000_000_000, inr: 999_999_999 };
/** The largest amount that can be charged at once. */
export const maxAmountOf = (currency: string) => maximums[currency] ?? 99_999_999;
