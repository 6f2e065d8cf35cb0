import { type RawBuilder, sql } from 'kysely';
import type { Collection } from './items.ts';

const earlier = { prompts: 'earlier_prompt_slugs', playbooks: 'earlier_playbook_slugs' } as const;

/** The address that an item has now, of one that it has or has had. What the item is open to is asked as ever. */
export const currentSlug = (collection: Collection, slug: string | RawBuilder<string>): RawBuilder<string> =>
  sql<string>`coalesce((select item.slug from ${sql.table(earlier[collection])} moved
    join ${sql.table(collection)} item on item.id = moved.item_id where moved.slug = ${slug}), ${slug})`;
