import { eachLocale } from '#platform/language/locale.ts';

const collator = eachLocale((intl) => new Intl.Collator(intl));

/** Sorts names as the language of the page does: "Éclair" before "eclipse", and both before "Zebra". */
export const compareNames = (one: string, other: string) => collator().compare(one, other);
