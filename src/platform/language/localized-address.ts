import { type Locale, locales } from '#constants';

/**
 * The address of a built script in a language. The app is built once and then written down for each language: the first one's files are in
 * `/assets`, those of another, under the same names, in `/assets/<language>`. See `scripts/build.mjs`.
 */
export const localizedAddress = (address: string, locale: Locale) =>
  locale === locales[0] || import.meta.env.DEV
    ? address
    : address.replace(/^\/assets\/(?=[\w.-]+\.js$)/, `/assets/${locale}/`);
