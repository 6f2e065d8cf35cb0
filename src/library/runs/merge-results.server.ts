import { locales } from '#constants';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import * as m from './words/messages.ts';

/** Stands between two texts that were saved for one step at the same time. */
const bothMark = () => `\n\n––– ${m.also_saved_on_another_device()} –––\n\n`;
/** A member may have merged texts in another language. */
const bothMarks = new RegExp(locales.map((language) => inLanguage(language, bothMark)).join('|'));

/** Beyond so many texts none is searched for in another: each search can take as long as both are. */
const searched = 20;

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
  const missing = others.filter((text) => !(isSearched ? mine.includes(text) : own.has(text)));
  if (missing.length === 0) return mine;
  const known = new Set(others);
  const isKept = isSearched ? kept.includes(mine) : [...own].every((text) => known.has(text));
  return isKept ? kept : [mine, ...missing].join(bothMark());
}
