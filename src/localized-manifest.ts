import type { EntryContext } from 'react-router';
import { type Locale, locales } from '#constants';

type Manifest = EntryContext['manifest'];
const made = new WeakMap<Manifest, Map<Locale, Manifest>>();

/**
 * The table of the app's files for a language. The app is built once and then written down for each language: the first one's files are
 * in `/assets`, those of another, under the same names, in `/assets/<language>`. See `scripts/build.mjs`.
 */
export function localizedManifest(manifest: Manifest, locale: Locale): Manifest {
  if (locale === locales[0] || import.meta.env.DEV) return manifest;
  const known = made.get(manifest)?.get(locale);
  if (known) return known;
  const text = JSON.stringify(manifest).replaceAll(/"\/assets\/([\w.-]+\.js)"/g, `"/assets/${locale}/$1"`);
  const localized: Manifest = JSON.parse(text);
  made.set(manifest, new Map(made.get(manifest)).set(locale, localized));
  return localized;
}
