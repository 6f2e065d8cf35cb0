import type { FigureUnit } from '#constants';
import { eachLocale } from '#platform/language/locale.ts';
import { decimalsOf } from '#platform/text/currencies.ts';
import { formatDay, formatMoney, formatNumber } from '#ui/format.ts';
import type { FigureBucket } from './figures.contract.ts';
import * as m from './words/messages.ts';

const month = eachLocale(
  (intl) => new Intl.DateTimeFormat(intl, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** "Mar 5, 2026", "Week of Mar 2, 2026", "Mar 2026". */
export function bucketLabel(unit: FigureUnit, start: string): string {
  if (unit === 'month') return month().format(new Date(start));
  return unit === 'week' ? m.week_of({ day: formatDay(start) }) : formatDay(start);
}

export type FigureName = Exclude<keyof FigureBucket, 'start'>;
/** In the order of the charts and columns. A `state` is the value at the end of a unit; all others are sums. */
export const figureList: { name: FigureName; label: () => string; isMoney?: true; isState?: true }[] = [
  { name: 'joined', label: m.sign_ups },
  { name: 'left', label: m.accounts_deleted },
  { name: 'members', label: m.members, isState: true },
  { name: 'viewed', label: m.views },
  { name: 'copied', label: m.copies },
  { name: 'saved', label: m.favorites },
  { name: 'ran', label: m.runs },
  { name: 'missed', label: m.searches_without_result },
  { name: 'paying', label: m.paying, isState: true },
  { name: 'recurring', label: m.monthly_recurring_revenue, isMoney: true, isState: true },
  { name: 'revenue', label: m.revenue, isMoney: true },
  { name: 'refunds', label: m.refunds, isMoney: true },
];

export const formatFigure = (value: number | null, isMoney: boolean | undefined, currency: string) =>
  value === null ? '–' : isMoney ? formatMoney(value, currency) : formatNumber(value);

/** In the currency's major unit, with a decimal point, for spreadsheets. */
export const plainAmount = (value: number | null, currency: string) =>
  value === null ? null : (value / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
