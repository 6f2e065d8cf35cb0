/** Stands between two texts that were saved for one step at the same time. */
export const bothMark = '\n\n––– also saved on another device –––\n\n';

/** What is kept of two texts for one step when neither device knew of the other: both, unless one has the other in it. */
export function mergeResults(theirs: string, mine: string): string {
  if (mine.includes(theirs)) return mine;
  if (theirs.includes(mine)) return theirs;
  return mine + bothMark + theirs;
}
