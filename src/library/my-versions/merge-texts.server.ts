import { diff3Merge } from 'node-diff3';
import { limits } from '#constants';
import { isTooLong } from '#library/versions/public/difference.server.ts';
import { withLineFeeds } from '#platform/text/line-ends.ts';
import type { MergeRegion } from './my-versions.contract.ts';

type Region = { ok?: string[]; conflict?: { a: string[]; o: string[]; b: string[] } };

/**
 * Merges the member's and the original's changes of a text, line by line. Where they touch the same lines, the result
 * has both. Texts that would take too long to compare, because they are very long or repetitive, conflict as a whole.
 * Line endings may differ.
 */
export function mergeTexts(mine: string, base: string, original: string): MergeRegion[] {
  const [my = '', old = '', their = ''] = [mine, base, original].map(withLineFeeds);
  if (my === old || my === their) return [{ kind: 'merged', text: original }];
  if (their === old) return [{ kind: 'merged', text: mine }];
  if ([my, old, their].some(isTooLong)) return [{ kind: 'conflict', mine: my, base: old, original: their }];
  const [a, o, b] = [lines(my), lines(old), lines(their)];
  const shortest = Math.min(a.length, o.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === o[start] && o[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === o.at(-1 - end) && o.at(-1 - end) === b.at(-1 - end))
    end += 1;
  const middle = (all: string[]) => all.slice(start, all.length - end);
  return joined([
    { ok: o.slice(0, start) },
    ...mergeLines(middle(a), middle(o), middle(b)),
    { ok: o.slice(o.length - end) },
  ]);
}

function mergeLines(a: string[], o: string[], b: string[]): Region[] {
  const isLong =
    Math.max(a.length, o.length, b.length) > limits.mergeLines ||
    Math.max(equalPairs(a, o), equalPairs(b, o)) > limits.mergePairs;
  return isLong ? [{ conflict: { a, o, b } }] : diff3Merge(a, o, b, { excludeFalseConflicts: true });
}

/** The number of pairs of equal lines, which determines how long the library takes. */
function equalPairs(one: string[], other: string[]): number {
  const counts = new Map<string, number>();
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1);
  return one.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

function joined(regions: Region[]): MergeRegion[] {
  const result: MergeRegion[] = [];
  for (const { ok = [], conflict } of regions) {
    const last = result.at(-1);
    if (conflict)
      result.push({
        kind: 'conflict',
        mine: conflict.a.join(''),
        base: conflict.o.join(''),
        original: conflict.b.join(''),
      });
    else if (last?.kind === 'merged') last.text += ok.join('');
    else if (ok.length > 0) result.push({ kind: 'merged', text: ok.join('') });
  }
  return result;
}

/** Lines with their line ends; joining them restores the text. */
const lines = (text: string) => text.split(/(?<=\n)/);
