import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '#constants';
import { isLocale, takeLocaleFrom } from './locale.ts';

type Spoken = AsyncLocalStorage<string | null | undefined>;
const place = Symbol.for('promptory.language');
// The built pages have their own copy of this file, and zod asks one of the copies for its words: they share one place.
const shared = globalThis as { [place]?: Spoken };
shared[place] ??= new AsyncLocalStorage();
const spoken = shared[place];

/** The language that was asked for, if it is one of those there are. */
export function spokenLanguage(): Locale | undefined {
  const language = spoken.getStore();
  return isLocale(language) ? language : undefined;
}
takeLocaleFrom(spokenLanguage);

/**
 * Runs `work` in a locale: a page that is rendered, an email's reader, a page that asks the API. Without one,
 * or in one that this version does not know, it is the first.
 */
export const inLanguage = <Result>(language: string | null | undefined, work: () => Result): Result =>
  spoken.run(language, work);
