import type { BlankDefinition } from './blank-fields.ts';

type Blank = Pick<BlankDefinition, 'required' | 'default'>;

/** Whether a blank would remain unfilled with this value. */
export const isOpen = ({ required, default: text }: Blank, value = '') => required && !value && !text;

/** The maximum number of blanks that a line names. */
export const maximumNamed = 6;
export const openKinds = ['none', 'few', 'many'] as const;

/** The parts of the line about open blanks: which kind of line, the first names, and the number of others. */
export function openLine<Open extends Blank>(open: readonly Open[]) {
  const more = open.length - maximumNamed;
  const kind: (typeof openKinds)[number] = open.length === 0 ? 'none' : more > 0 ? 'many' : 'few';
  return { kind, named: open.slice(0, maximumNamed), more };
}
