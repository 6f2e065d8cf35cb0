import type { ForAll, PlannedRow } from './import-types.ts';
import type { SourceRow } from './records.ts';

/** The rows in the order of their import, with their dates and the settings for all rows applied. */
export function planRows(
  rows: SourceRow[],
  { status, tier_access, category, isNewDraft }: ForAll,
  { newest, spacing }: { newest: number; spacing: number },
): PlannedRow[] {
  const chosen = {
    ...(status !== undefined && { status }),
    // An explicit status overrides `publish_at` as well.
    ...((status !== undefined || isNewDraft) && { publish_at: undefined }),
    ...(tier_access !== undefined && { tier_access }),
    ...(category !== undefined && { category }),
  };
  const names = new Set<string>();
  // Playbooks come last, because their steps may reference prompts from the same source.
  const planned = rows
    .toSorted((a, b) => Number(a.kind === 'playbook') - Number(b.kind === 'playbook'))
    .map((row, index) => {
      const name = `${row.kind} ${row.key}`;
      const isRepeated = names.has(name);
      names.add(name);
      const given = [...row.given, ...Object.keys(chosen)];
      const created_at = new Date(newest - index * spacing).toISOString();
      return { ...row, given, record: { ...row.record, ...chosen }, created_at, isRepeated } as PlannedRow;
    });
  // Rows that state a slug get it before slugs are made from other rows' titles.
  const rank = (row: PlannedRow) =>
    (row.kind === 'playbook' ? 2 : 0) + (slugNamed(row) === undefined ? 1 : 0);
  return planned.toSorted((a, b) => rank(a) - rank(b));
}

/** The slug by which a row refers to an existing item. A slug derived from a name is only a suggestion for a new item. */
export const slugNamed = ({ key, record: { slug } }: SourceRow) =>
  key === `slug:${slug}` ? slug : undefined;
