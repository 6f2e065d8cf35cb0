import type { Blank } from './public/blanks.ts';

/** What browsers show in a field for numbers. */
const number = /^-?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether the field of a blank can show a value: of a choice only its options, of a number only numbers. */
export function isUsable({ kind, options }: Pick<Blank, 'kind' | 'options'>, value: string): boolean {
  if (value === '') return false;
  if (kind === 'number') return number.test(value) && Number.isFinite(Number(value));
  return kind !== 'choice' || options.length === 0 || options.includes(value);
}
