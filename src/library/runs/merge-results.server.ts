import { locales } from '#constants';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import * as m from './words/messages.ts';

/** Separates two texts that were saved for one step at the same time. */
const bothMark = () => `\n\n––– ${m.also_saved_on_another_device()} –––\n\n`;
/** A member may have merged texts in another language. */
const bothMarks = new RegExp(locales.map((language) => inLanguage(language, bothMark)).join('|'));

/** The maximum number of texts that are searched for in another, because each search takes as long as both are. */
const searched = 20;

/** Whether `part` is in `text` (Knuth, Morris and Pratt). `includes` can take as long as their lengths multiplied: seconds, for texts that repeat themselves. */
function hasPart(text: string, part: string): boolean {
  if (part.length > text.length) return false;
  // Of each beginning of the part, how much of it is its end again.
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
 * What is kept of two texts for one step when neither device knew of the other: both, unless one has the other in it. `unanswered` are
 * earlier texts of this device, which it has changed since: they are not kept.
 */
export function mergeResults(theirs: string, mine: string, unanswered: readonly string[] = []): string {
  const all = theirs.split(bothMarks);
  const earlier = new Set(unanswered.flatMap((text) => text.split(bothMarks)));
  const others = all.filter((text) => !earlier.has(text));
  const kept = others.length === all.length ? theirs : others.join(bothMark());
  const isSearched = others.length <= searched;
  const own = new Set(isSearched ? [] : mine.split(bothMarks));
  const missing = others.filter((text) => !(isSearched ? hasPart(mine, text) : own.has(text)));
  if (missing.length === 0) return mine;
  const known = new Set(others);
  const isKept = isSearched ? hasPart(kept, mine) : [...own].every((text) => known.has(text));
  return isKept ? kept : [mine, ...missing].join(bothMark());
}
