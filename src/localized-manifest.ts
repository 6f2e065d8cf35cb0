import type { EntryContext } from 'react-router';
import type { Locale } from '#constants';
import { localizedAddress } from '#platform/language/localized-address.ts';

type Manifest = EntryContext['manifest'];
const made = new WeakMap<Manifest, Map<Locale, Manifest>>();

/** The manifest of the app's files for a language. */
export function localizedManifest(manifest: Manifest, locale: Locale): Manifest {
  const known = made.get(manifest)?.get(locale);
  if (known) return known;
  const localized: Manifest = JSON.parse(JSON.stringify(manifest), (_key, value) =>
    typeof value === 'string' ? localizedAddress(value, locale) : value,
  );
  made.set(manifest, new Map(made.get(manifest)).set(locale, localized));
  return localized;
}
