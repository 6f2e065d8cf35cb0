import { parseAccept } from 'hono/utils/accept';
import { type Locale, localeCookie, locales } from '#constants';
import { isLocale } from './locale.ts';

/** Browsers send only a handful of different headers, so each is parsed once. Bounded, because anyone can send others. */
const memo = new Map<string, Locale | undefined>();
const maxMemo = 100;
/** Longer headers are not real language preferences. */
const maxLength = 500;

const chosen = new RegExp(`(?:^|;\\s*)${localeCookie.name}=([a-z]{2,3})(?:;|$)`);

/**
 * The language that a visitor chose here, else the one that their browser prefers (RFC 9110, 12.5.4). Undefined if
 * there is neither, or only unsupported languages.
 */
export function askedLocale(
  cookies: string | null | undefined,
  accepted: string | null | undefined,
): Locale | undefined {
  const choice = cookies ? chosen.exec(cookies)?.[1] : undefined;
  if (isLocale(choice)) return choice;
  if (!accepted || accepted.length > maxLength) return undefined;
  if (memo.has(accepted)) return memo.get(accepted);
  const locale = negotiate(accepted);
  if (memo.size >= maxMemo) memo.clear();
  memo.set(accepted, locale);
  return locale;
}

/** Ignores regions: `de-AT` gets German. */
function negotiate(header: string): Locale | undefined {
  const wanted = parseAccept(header)
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type.toLowerCase().split('-')[0]);
  return wanted.find(isLocale);
}

/** The language to respond in. */
export const chooseLocale = (...asked: Parameters<typeof askedLocale>): Locale =>
  askedLocale(...asked) ?? locales[0];
