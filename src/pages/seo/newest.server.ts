import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { visible } from '#access/predicate.server.ts';
import type { Reads } from '#access/reads.server.ts';
import { visitor } from '#access/viewer.ts';
import type { CategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import type { Counts } from '#library/catalog/public/counts.server.ts';
import { publicPath } from '#library/catalog/public/item-meta.ts';
import { createConcurrencyLimit } from '#platform/http/concurrency-limit.server.ts';
import type { NewestServices } from './newest-context.ts';
import { newestItems, toItem } from './newest-items.server.ts';

type Collection = 'prompts' | 'playbooks';
type AddressRow = { collection: Collection; slug: string; updated_at: Date };

const published = {
  prompts: visible(visitor, 'prompt', 'list'),
  playbooks: visible(visitor, 'playbook', 'list'),
};

/** Oldest first. Skipped rows are only read from the index that lists are sorted by. */
async function readAddresses(db: Database, collection: Collection, offset: number, limit: number) {
  const table = sql.table(collection);
  const isPublished = published[collection];
  const { rows } = await sql<AddressRow>`
    select ${collection}::text as collection, slug, updated_at from ${table} where ${isPublished} and (created_at, id) >= (
      select created_at, id from ${table} where ${isPublished} order by created_at, id offset ${offset} limit 1)
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

/** The public facts of the whole catalog, for search engines and feeds. */
export function createNewestService(
  db: Database,
  reads: Reads,
  counts: Counts,
  directory: CategoryDirectory,
): NewestServices {
  // A part of the sitemap takes longer than visitors' lists may. One at a time leaves connections for members.
  const inTurn = createConcurrencyLimit(1);
  return {
    async items(category) {
      const items = newestItems(visitor, await directory.currentName(category));
      const { rows } = await reads(visitor, ({ db }) => items.execute(db));
      return rows.map(toItem);
    },

    async counts() {
      const members = sql<{ count: number }>`
        select ((select count(*) from profiles) - (select count(*) from auth.users where is_anonymous))::int as count`;
      const [publishedPrompts, publishedPlaybooks, { rows }] = await Promise.all([
        counts.total('prompt'),
        counts.total('playbook'),
        reads(visitor, ({ db }) => members.execute(db)),
      ]);
      return { prompts: publishedPrompts, playbooks: publishedPlaybooks, users: rows[0]?.count ?? 0 };
    },

    async addresses(offset, limit) {
      const rows = await inTurn(async () => {
        const playbooks = await readAddresses(db, 'playbooks', offset, limit);
        if (playbooks.length === limit) return playbooks;
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from playbooks where ${published.playbooks}`.execute(db);
        const skipped = Math.max(0, offset - (rows[0]?.count ?? 0));
        return [...playbooks, ...(await readAddresses(db, 'prompts', skipped, limit - playbooks.length))];
      });
      return rows.map(({ collection, slug, updated_at }) => ({
        path: publicPath(collection, slug),
        updated_at: updated_at.toISOString(),
      }));
    },
  };
}
