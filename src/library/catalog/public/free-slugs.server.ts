import type { Database } from '#access/database.ts';
import { takeLock } from '#platform/database/locks.ts';
import { numberedSlug } from './slugs.ts';

/**
 * Finds a free slug for each wanted one, with the lowest free number: "name", "name-2", "name-3". `db` must be a
 * transaction: a lock keeps others from choosing slugs until it ends.
 */
export async function freeSlugs(db: Database, table: 'prompts' | 'playbooks', wanted: string[]) {
  await takeLock(db, 'slugs');
  const taken = new Set<string>();
  const asked = new Map<string, number>();
  const chosen: string[] = [];
  for (const slug of wanted) {
    for (let number = 1; ; number += 1) {
      if (number > (asked.get(slug) ?? 0)) {
        const upTo = Math.max(10, number * 2);
        const candidates = Array.from({ length: upTo }, (_, index) => numberedSlug(slug, index + 1));
        // Former slugs of other items count as taken.
        const earlier = table === 'prompts' ? 'earlier_prompt_slugs' : 'earlier_playbook_slugs';
        const rows = await db
          .selectFrom(table)
          .select('slug')
          .where('slug', 'in', candidates)
          .unionAll(db.selectFrom(earlier).select('slug').where('slug', 'in', candidates))
          .execute();
        for (const row of rows) taken.add(row.slug);
        asked.set(slug, upTo);
      }
      const candidate = numberedSlug(slug, number);
      if (taken.has(candidate)) continue;
      taken.add(candidate);
      chosen.push(candidate);
      break;
    }
  }
  return chosen;
}
