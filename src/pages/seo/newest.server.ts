import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { visible } from '#access/predicate.server.ts';
import { visitor } from '#access/viewer.ts';
import { feedItems } from '#constants';
import type { Counts } from '#library/catalog/public/counts.server.ts';
import { publicPath } from '#library/catalog/public/item-meta.ts';
import type { NewestItem, NewestServices } from './newest-context.ts';

type Row = Omit<NewestItem, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };
type AddressRow = { collection: 'prompts' | 'playbooks'; slug: string; updated_at: Date };

/** What visitors may know of the catalog as a whole, for search engines and feeds. */
export function createNewestService(db: Database, counts: Counts): NewestServices {
  const prompts = visible(visitor, 'prompt', 'list');
  const playbooks = visible(visitor, 'playbook', 'list');
  return {
    async items() {
      const newest = (kind: 'prompt' | 'playbook') => {
        const table = sql.table(`${kind}s`);
        const listed = kind === 'prompt' ? prompts : playbooks;
        return sql`(select ${kind}::text as kind, id, slug, title, description, category, tags, created_at, updated_at
          from ${table} where ${listed} order by created_at desc, id desc limit ${feedItems})`;
      };
      const { rows } = await sql<Row>`
        select kind, id, slug, title, description, category, tags, created_at, updated_at
        from (${newest('prompt')} union all ${newest('playbook')}) newest
        order by created_at desc, id desc limit ${feedItems}`.execute(db);
      return rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      }));
    },

    async counts() {
      const members = sql<{ count: number }>`select count(*)::int as count from profiles`.execute(db);
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
