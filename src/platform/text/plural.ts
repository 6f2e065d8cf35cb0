import { eachLocale } from '../language/locale.ts';

const cardinals = eachLocale((intl) => new Intl.PluralRules(intl));
const numbers = eachLocale((intl) => new Intl.NumberFormat(intl));

/** The form of a message for a number, as the present language has it. Called by the compiled messages. */
export function plural(
  count: number,
  forms: { [Form in Intl.LDMLPluralRule | `=${number}`]?: (shown: string) => string } & {
    other: (shown: string) => string;
  },
): string {
  const form = forms[`=${count}`] ?? forms[cardinals().select(count)] ?? forms.other;
  return form(numbers().format(count));
}
