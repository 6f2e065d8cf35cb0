import { diffLines } from 'diff';
import { limits } from '#constants';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { withLineFeeds } from '#platform/text/line-ends.ts';
import type { Difference } from './version-fields.ts';

/** Two texts that have next to nothing in common are shown whole after this time. */
const differenceMilliseconds = 80;

/** Before two texts are compared for a member. @throws AppError 429 */
export const requireComparison = (rateLimits: RateLimits, userId: string) =>
  rateLimits.require('difference', userId);

/** Whether a text has more lines than are compared. Splitting it to count them would take as long as comparing it. */
export function isTooLong(text: string): boolean {
  let at = -1;
  for (let ends = 0; ends < limits.comparedLines; ends += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** What was changed from one text to another, line by line. How lines end is no change. */
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
