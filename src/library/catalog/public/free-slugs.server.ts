import { earlierSlugs } from '#access/current-slug.server.ts';
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
  /** By slug: the number to try next, and the last one that the database was asked about. */
  const next = new Map<string, number>();
  const asked = new Map<string, number>();
  const chosen: string[] = [];
  for (const slug of wanted) {
    for (let number = next.get(slug) ?? 1; ; number += 1) {
      const last = asked.get(slug) ?? 0;
      if (number > last) {
        const size = Math.min(Math.max(10, last), 1_000);
        const candidates = Array.from({ length: size }, (_, index) => numberedSlug(slug, last + index + 1));
        // Former slugs of other items count as taken.
        const rows = await db
          .selectFrom(table)
          .select('slug')
          .where('slug', 'in', candidates)
          .unionAll(db.selectFrom(earlierSlugs[table]).select('slug').where('slug', 'in', candidates))
          .execute();
        for (const row of rows) taken.add(row.slug);
        asked.set(slug, last + size);
      }
      const candidate = numberedSlug(slug, number);
      if (taken.has(candidate)) continue;
      taken.add(candidate);
      chosen.push(candidate);
      next.set(slug, number + 1);
      break;
    }
  }
  return chosen;
}
