import * as common from '#ui/words/messages.ts';

/** "3 months", "10 days". One of the two is set. */
export const lengthWords = ({ months, days }: { months: number | null; days: number | null }) =>
  months === null ? common.count_day({ count: days ?? 0 }) : common.count_month({ count: months });
