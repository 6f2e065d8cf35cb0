import { plural } from '#ui/format.ts';

/** "3 months", "10 days". One of the two is set. */
export const lengthWords = ({ months, days }: { months: number | null; days: number | null }) =>
  months === null ? plural(days ?? 0, 'day') : plural(months, 'month');
