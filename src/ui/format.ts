import { eachLocale, intlLocale } from '#platform/language/locale.ts';
import { decimalsOf } from '#platform/text/currencies.ts';
import * as m from './words/messages.ts';

const whole = eachLocale((intl) => new Intl.NumberFormat(intl));
const short = eachLocale(
  (intl) => new Intl.NumberFormat(intl, { notation: 'compact', maximumFractionDigits: 1 }),
);
const day = eachLocale((intl) => new Intl.DateTimeFormat(intl, { dateStyle: 'medium', timeZone: 'UTC' }));
const localDay = eachLocale((intl) => new Intl.DateTimeFormat(intl, { dateStyle: 'medium' }));
const time = eachLocale((intl) => new Intl.DateTimeFormat(intl, { dateStyle: 'medium', timeStyle: 'short' }));
const timeOfDay = eachLocale((intl) => new Intl.DateTimeFormat(intl, { timeStyle: 'short' }));
const relative = eachLocale((intl) => new Intl.RelativeTimeFormat(intl));
const percent = eachLocale(
  (intl) => new Intl.NumberFormat(intl, { style: 'percent', maximumFractionDigits: 1 }),
);

export const formatNumber = (value: number) => whole().format(value);
/** Rounded and short: 1234 is "1.2K". */
export const formatCount = (value: number) => short().format(value);
/** A share of 1: 0.125 is "12.5%". */
export const formatPercent = (share: number) => percent().format(share);
/** The day in UTC, so that server and browser agree: "Mar 5, 2026". */
export const formatDay = (isoTime: string) => day().format(new Date(isoTime));
/** The day in the reader's time zone, for pages that only the browser renders. */
export const formatLocalDay = (isoTime: string) => localDay().format(new Date(isoTime));
/** Day and time in the reader's time zone: "Mar 5, 2026, 4:30 PM". */
export const formatTime = (isoTime: string) => time().format(new Date(isoTime));
/** The time in the reader's time zone: "4:30 PM". */
export const formatTimeOfDay = (isoTime: string) => timeOfDay().format(new Date(isoTime));

/** The reader's time zone: "America/New York". */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

const moneyFormats = new Map<string, Intl.NumberFormat>();
/**
 * `amount` is in the currency's minor unit. The number of decimals is the payment provider's, which differs
 * from Intl's for some currencies.
 */
function format(amount: number, currency: string, decimals: number): string {
  const key = `${intlLocale()} ${currency} ${decimals}`;
  const known = moneyFormats.get(key);
  const formatter =
    known ??
    new Intl.NumberFormat(intlLocale(), {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  if (!known) moneyFormats.set(key, formatter);
  return formatter.format(amount / 10 ** decimalsOf(currency));
}
/** With all decimals: 1900 is "$19.00" in usd, "¥1,900" in jpy. */
export const formatMoney = (amount: number, currency: string) =>
  format(amount, currency, decimalsOf(currency));
/** Without decimals if they are zero: 1200 is "$12", 11520 is "$115.20". */
export const formatPrice = (amount: number, currency: string) =>
  format(amount, currency, amount % 10 ** decimalsOf(currency) === 0 ? 0 : decimalsOf(currency));
/** Rounded to whole units, for lists: 1999 is "$20". */
export const formatRoundedPrice = (amount: number, currency: string) => format(amount, currency, 0);

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * A past time in whole units: "5 minutes ago", "1 day ago". Not "yesterday", because 24 hours or more ago can also be the day before. What just
 * happened is in the future for a reader whose clock is slow.
 */
export function formatRelative(isoTime: string, now = Date.now()): string {
  const seconds = Math.min(0, Date.parse(isoTime) - now) / 1_000;
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!found) return m.just_now();
  const [unit, length] = found;
  return relative().format(Math.trunc(seconds / length), unit);
}
