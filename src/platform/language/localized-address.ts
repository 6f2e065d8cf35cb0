import { type Locale, locales } from '#constants';

/**
 * The URL of a built script in a language. The app is built once and then translated for each language: the files of
 * the first language are in `/assets`, those of the others in `/assets/<language>` under the same names. See
 * `scripts/build.mjs`.
 */
export const localizedAddress = (address: string, locale: Locale) =>
  locale === locales[0] || import.meta.env.DEV
    ? address
    : address.replace(/^\/assets\/(?=[\w.-]+\.js$)/, `/assets/${locale}/`);
