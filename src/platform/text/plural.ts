import { eachLocale } from '../language/locale.ts';

const cardinals = eachLocale((intl) => new Intl.PluralRules(intl));
const numbers = eachLocale((intl) => new Intl.NumberFormat(intl));

/** Picks the plural form of a message for a number in the current language. Called by the compiled messages. */
export function plural(
  count: number,
  forms: { [Form in Intl.LDMLPluralRule | `=${number}`]?: (shown: string) => string } & {
    other: (shown: string) => string;
  },
): string {
  const form = forms[`=${count}`] ?? forms[cardinals().select(count)] ?? forms.other;
  return form(numbers().format(count));
}
