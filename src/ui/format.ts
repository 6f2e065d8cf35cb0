const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export const formatNumber = (value: number) => whole.format(value);
export const formatCount = (value: number) => short.format(value);
/** The day in UTC, so that server and browser say the same. */
export const formatDay = (isoTime: string) => day.format(new Date(isoTime));
/** Cents as dollars without decimals: 1200 is "$12". */
export const formatDollars = (cents: number) => `$${(cents / 100).toFixed(0)}`;
/** Cents as dollars with decimals: 1900 is "$19.00". */
export const formatDollarsAndCents = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "5 minutes ago", "yesterday". */
export function formatRelative(isoTime: string, now = Date.now()): string {
  const seconds = (Date.parse(isoTime) - now) / 1_000;
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : 'just now';
}
/** "1 prompt", "24 prompts". */
export const plural = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
