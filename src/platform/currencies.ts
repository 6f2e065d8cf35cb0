/** What the payment provider says about currencies: https://docs.stripe.com/currencies. Codes are lowercase, as it takes them. */

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

/** How many decimals an amount has: 1999 is 19.99 in usd, 1,999 in jpy and 1.999 in kwd. */
export function decimalsOf(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0;
  return withThreeDecimals.includes(currency) ? 3 : 2;
}

/** Amounts that can be charged are multiples of this. */
export function stepOf(currency: string): number {
  if (inWholeUnits.includes(currency)) return 100;
  return withThreeDecimals.includes(currency) ? 10 : 1;
}
