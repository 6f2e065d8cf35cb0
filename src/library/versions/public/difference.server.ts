import { diffLines } from 'diff';
import { limits } from '#constants';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { withLineFeeds } from '#platform/text/line-ends.ts';
import type { Difference } from './version-fields.ts';

/** After this time, texts with hardly anything in common are shown as completely replaced. */
const differenceMilliseconds = 80;

/** Call before comparing two texts for a member. @throws AppError 429 */
export const requireComparison = (rateLimits: RateLimits, userId: string) =>
  rateLimits.require('difference', userId);

/** Whether a text has too many lines to compare. Doesn't split it, which would take as long as comparing. */
export function isTooLong(text: string): boolean {
  let at = -1;
  for (let ends = 0; ends < limits.comparedLines; ends += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** The difference between two texts, line by line. Line endings are ignored. */
export function difference(before: string, after: string): Difference {
  const [old, now] = [withLineFeeds(before), withLineFeeds(after)];
  const isCompared = !isTooLong(old) && !isTooLong(now);
  const changes = isCompared && diffLines(old, now, { timeout: differenceMilliseconds });
  if (!changes)
    return old === now
      ? [{ kind: 'same', text: after }]
      : [
          { kind: 'removed', text: before },
          { kind: 'added', text: after },
        ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
