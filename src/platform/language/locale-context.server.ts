import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '#constants';
import { isLocale, takeLocaleFrom } from './locale.ts';

type Spoken = AsyncLocalStorage<string | null | undefined>;
const place = Symbol.for('promptory.language');
// The built pages have their own copy of this file, and zod gets its messages from one of the copies, so they share the storage.
const shared = globalThis as { [place]?: Spoken };
shared[place] ??= new AsyncLocalStorage();
const spoken = shared[place];

/** The current language, if it is a supported one. */
export function spokenLanguage(): Locale | undefined {
  const language = spoken.getStore();
  return isLocale(language) ? language : undefined;
}
takeLocaleFrom(spokenLanguage);

/**
 * Runs `work` in a language: that of a page being rendered, of an email's reader, or of a page that calls the API. Null
 * or an unknown language means the first one.
 */
export const inLanguage = <Result>(language: string | null | undefined, work: () => Result): Result =>
  spoken.run(language, work);
