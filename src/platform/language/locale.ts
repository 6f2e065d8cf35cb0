import { type Locale, languages, locales } from '#constants';

const [firstLocale] = locales;
/** How a page tells the API which language it speaks. */
export const languageHeader = 'Promptory-Language';
export const isLocale = (value: unknown): value is Locale => locales.some((known) => known === value);

let ask = (): Locale => {
  const asked = typeof document === 'undefined' ? undefined : document.documentElement.lang;
  return isLocale(asked) ? asked : firstLocale;
};

/** Tells where the language comes from, on the server, where each rendering has its own. */
export function takeLocaleFrom(source: () => Locale | undefined) {
  ask = () => source() ?? firstLocale;
}

/** The language of the page that is shown or rendered; everywhere else, as in API responses, the first one. */
export const locale = (): Locale => ask();

/** The same for `Intl`. */
export const intlLocale = (): string => languages[locale()].intl;

/**
 * Makes something once for each language, such as a formatter.
 * @returns a function that gives the one for the present language
 */
export function eachLocale<Thing>(make: (intl: string) => Thing): () => Thing {
  const made = new Map<string, Thing>();
  return () => {
    const intl = intlLocale();
    const known = made.get(intl) ?? make(intl);
    made.set(intl, known);
    return known;
  };
}
