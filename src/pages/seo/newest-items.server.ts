import { type RawBuilder, sql } from 'kysely';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { feedItems } from '#constants';
import type { NewestItem } from './newest-context.ts';

export type Row = Omit<NewestItem, 'published_at' | 'updated_at'> & {
  published_at: Date;
  updated_at: Date;
  status: string;
  tier_access: number;
  is_purchased: boolean;
  text: string | null;
};
/** SQL for the text that the viewer can read, and for whether they have bought the row. */
type Own = { text: RawBuilder<string | null>; isPurchased: RawBuilder<boolean> };
const nothing: Own = { text: sql`null::text`, isPurchased: sql`false` };

/** The most recently published items of both kinds that the viewer finds in lists. */
export function newestItems(
  viewer: Viewer,
  category: string | undefined,
  { text, isPurchased } = nothing,
): RawBuilder<Row> {
  const newest = (kind: 'prompt' | 'playbook') => {
    const isPrompt = kind === 'prompt';
    const published = sql`coalesce(published_at, created_at)`;
    const listed = isPrompt ? visible(viewer, 'prompt', 'list') : visible(viewer, 'playbook', 'list');
    return sql`(select ${kind}::text as kind, id, slug, title, description, category, tags, ${published} as published_at, updated_at, status, tier_access,
        ${isPrompt ? sql`false` : isPurchased} as is_purchased, ${isPrompt ? text : sql`null::text`} as text
      from ${sql.table(`${kind}s`)} where ${listed} and ${category === undefined ? sql`true` : sql`categories @> array[${category}]`}
      order by ${published} desc, id desc limit ${feedItems})`;
  };
  return sql<Row>`
    select kind, id, slug, title, description, category, tags, published_at, updated_at, status, tier_access, is_purchased, text
    from (${newest('prompt')} union all ${newest('playbook')}) newest
    order by published_at desc, id desc limit ${feedItems}`;
}

export const toItem = ({
  id,
  kind,
  slug,
  title,
  description,
  category,
  tags,
  ...times
}: Row): NewestItem => ({
  id,
  kind,
  slug,
  title,
  description,
  category,
  tags,
  published_at: times.published_at.toISOString(),
  updated_at: times.updated_at.toISOString(),
});
