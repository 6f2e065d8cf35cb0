import { diffLines } from 'diff';
import { withLineFeeds } from '#platform/text/line-ends.ts';
import type { Difference } from './version-fields.ts';

/** Two texts that have next to nothing in common are shown whole after this time. */
const differenceMilliseconds = 300;

/** What was changed from one text to another, line by line. How lines end is no change. */
export function difference(before: string, after: string): Difference {
  const changes = diffLines(withLineFeeds(before), withLineFeeds(after), { timeout: differenceMilliseconds });
  if (!changes)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
