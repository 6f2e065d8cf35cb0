import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { visible } from '#access/predicate.server.ts';
import { visitor } from '#access/viewer.ts';
import type { CategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import type { Counts } from '#library/catalog/public/counts.server.ts';
import { publicPath } from '#library/catalog/public/item-meta.ts';
import type { NewestServices } from './newest-context.ts';
import { newestItems, toItem } from './newest-items.server.ts';

type AddressRow = { collection: 'prompts' | 'playbooks'; slug: string; updated_at: Date };

/** What visitors may know of the catalog as a whole, for search engines and feeds. */
export function createNewestService(
  db: Database,
  counts: Counts,
  directory: CategoryDirectory,
): NewestServices {
  const prompts = visible(visitor, 'prompt', 'list');
  const playbooks = visible(visitor, 'playbook', 'list');
  return {
    async items(category) {
      const { rows } = await newestItems(visitor, await directory.currentName(category)).execute(db);
      return rows.map(toItem);
    },

    async counts() {
      const members = sql<{ count: number }>`
        select ((select count(*) from profiles) - (select count(*) from auth.users where is_anonymous))::int as count`.execute(
        db,
      );
      const [publishedPrompts, publishedPlaybooks, { rows }] = await Promise.all([
        counts.total('prompt'),
        counts.total('playbook'),
        members,
      ]);
      return { prompts: publishedPrompts, playbooks: publishedPlaybooks, users: rows[0]?.count ?? 0 };
    },

    async addresses(offset, limit) {
      const { rows } = await sql<AddressRow>`
        select 'playbooks' as collection, slug, updated_at, created_at, id from playbooks where ${playbooks}
        union all
        select 'prompts', slug, updated_at, created_at, id from prompts where ${prompts}
        order by collection, created_at, id offset ${offset} limit ${limit}`.execute(db);
      return rows.map(({ collection, slug, updated_at }) => ({
        path: publicPath(collection, slug),
        updated_at: updated_at.toISOString(),
      }));
    },
  };
}
