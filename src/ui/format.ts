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
/** "1 prompt", "24 prompts". */
export const plural = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
