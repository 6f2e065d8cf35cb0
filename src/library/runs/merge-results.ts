/** Stands between two texts that were saved for one step at the same time. */
export const bothMark = '\n\n––– also saved on another device –––\n\n';

/**
 * What is kept of two texts for one step when neither device knew of the other: both, unless one has the other in it. `unanswered` are
 * earlier texts of this device, which it has changed since: they are not kept.
 */
export function mergeResults(theirs: string, mine: string, unanswered: readonly string[] = []): string {
  const earlier = new Set(unanswered.flatMap((text) => text.split(bothMark)));
  const others = theirs.split(bothMark).filter((text) => !earlier.has(text) && !mine.includes(text));
  const rest = others.join(bothMark);
  if (others.length === 0) return mine;
  return rest.includes(mine) ? rest : mine + bothMark + rest;
}
