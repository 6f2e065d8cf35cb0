import { type RawBuilder, sql } from 'kysely';
import type { Collection } from './items.ts';

/** Tables of former slugs. */
export const earlierSlugs = { prompts: 'earlier_prompt_slugs', playbooks: 'earlier_playbook_slugs' } as const;

/** Resolves a current or former slug to the current one. Does not check access. */
export const currentSlug = (collection: Collection, slug: string | RawBuilder<string>): RawBuilder<string> =>
  sql<string>`coalesce((select item.slug from ${sql.table(earlierSlugs[collection])} moved
    join ${sql.table(collection)} item on item.id = moved.item_id where moved.slug = ${slug}), ${slug})`;
