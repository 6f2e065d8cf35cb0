import { blankKey } from '#library/blanks/public/parse.ts';

/** Values by name of blank, in any spelling, under the keys of their blanks. */
export const valuesByKey = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [blankKey(name), value]));
