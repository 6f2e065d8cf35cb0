import { locales } from '#constants';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import * as m from './words/messages.ts';

/** Separates two texts that were saved for one step at the same time. */
const bothMark = () => `\n\n––– ${m.also_saved_on_another_device()} –––\n\n`;
/** In all languages, because a member may have merged texts in another one. */
const bothMarks = new RegExp(locales.map((language) => inLanguage(language, bothMark)).join('|'));

/** The maximum number of texts to search for in another, because each search takes time linear in both. */
const searched = 20;

/**
 * Whether `text` contains `part` (Knuth–Morris–Pratt). For repetitive texts, `includes` can take quadratic time, which
 * would be seconds.
 */
function hasPart(text: string, part: string): boolean {
  if (part.length > text.length) return false;
  // For each prefix of the part, the length of its longest proper prefix that is also its suffix.
  const again = new Uint32Array(part.length);
  let length = 0;
  const extend = (unit: number) => {
    while (length > 0 && part.charCodeAt(length) !== unit) length = again[length - 1] ?? 0;
    if (part.charCodeAt(length) === unit) length += 1;
  };
  for (let at = 1; at < part.length; at += 1) {
    extend(part.charCodeAt(at));
    again[at] = length;
  }
  length = 0;
  for (let at = 0; at < text.length && length < part.length; at += 1) extend(text.charCodeAt(at));
  return length === part.length;
}

/**
 * Merges two texts saved for one step by devices that didn't know of each other: keeps both, unless one contains the
 * other. `unanswered` are texts that this device sent earlier and has changed since, so they are dropped. With `isWhole`, a text that is part of
 * an existing one is kept as well, because it isn't an earlier state of it.
 */
export function mergeResults(
  theirs: string,
  mine: string,
  unanswered: readonly string[] = [],
  isWhole = false,
): string {
  const all = theirs.split(bothMarks);
  const earlier = new Set(unanswered.flatMap((text) => text.split(bothMarks)));
  const others = all.filter((text) => !earlier.has(text));
  const kept = others.length === all.length ? theirs : others.join(bothMark());
  const isSearched = others.length <= searched;
  const parts = mine.split(bothMarks);
  const own = new Set(isSearched ? [] : parts);
  const missing = others.filter((text) => !(isSearched ? hasPart(mine, text) : own.has(text)));
  if (missing.length === 0) return mine;
  // An empty text is part of any other.
  const known = new Set(['', ...others]);
  const isKept = isSearched && !isWhole ? hasPart(kept, mine) : parts.every((text) => known.has(text));
  return isKept ? kept : [mine, ...missing].join(bothMark());
}
