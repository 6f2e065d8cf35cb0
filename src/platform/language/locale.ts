import { type Locale, languages, locales } from '#constants';

const [firstLocale] = locales;
/** The header with which a page tells the API its language. */
export const languageHeader = 'Promptory-Language';
export const isLocale = (value: unknown): value is Locale => locales.some((known) => known === value);

let ask = (): Locale => {
  const asked = typeof document === 'undefined' ? undefined : document.documentElement.lang;
  return isLocale(asked) ? asked : firstLocale;
};

/** Sets the source of the current language; on the server, each rendering has its own. */
export function takeLocaleFrom(source: () => Locale | undefined) {
  ask = () => source() ?? firstLocale;
}

/** The language of the page that is shown or rendered; otherwise, such as in API responses to other programs, the first one. */
export const locale = (): Locale => ask();

/** The same for `Intl`. */
export const intlLocale = (): string => languages[locale()].intl;

/**
 * Creates something once per language, such as a formatter.
 * @returns a function that returns the one for the current language
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
