import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { requireSignedIn } from '#access/decide.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { isoTimes, type RowTimes } from '#platform/text/iso-time.ts';
import type { CollectionInList, CollectionItem } from './collections.contract.ts';

/** Whether the viewer can open the item that a row of `collection_items`, aliased as `item`, refers to. */
export const isKnown = (viewer: Viewer) => sql<boolean>`(
  exists (select from prompts where prompts.id = item.prompt_id and ${visible(viewer, 'prompt', 'open')})
  or exists (select from playbooks where playbooks.id = item.playbook_id and ${visible(viewer, 'playbook', 'open')}))`;

type ItemRow = Omit<CollectionItem, 'added_at' | 'can'> & { added_at: Date; can_read: boolean };

/** The items of a collection in order, as far as the viewer can open them, and the number of the others. */
export async function readItems(
  db: Database,
  viewer: Viewer,
  collectionId: string,
): Promise<{ items: CollectionItem[]; hidden_count: number }> {
  const items = sql<ItemRow>`
    select item.id, found.target_type, found.slug, found.title, found.description, found.prompt_type, found.tier_access,
      item.note, item.created_at as added_at, found.can_read
    from collection_items item cross join lateral (
      select 'prompt' as target_type, prompts.slug, prompts.title, prompts.description, prompts.prompt_type, prompts.tier_access,
        ${visible(viewer, 'prompt', 'read')} as can_read
      from prompts where prompts.id = item.prompt_id and ${visible(viewer, 'prompt', 'open')}
      union all
      select 'playbook', playbooks.slug, playbooks.title, playbooks.description, null, playbooks.tier_access,
        ${visible(viewer, 'playbook', 'read')}
      from playbooks where playbooks.id = item.playbook_id and ${visible(viewer, 'playbook', 'open')}
    ) found
    where item.collection_id = ${collectionId} order by item.position, item.id`;
  const counted = sql<{ count: number }>`
    select count(*)::int as count from collection_items where collection_id = ${collectionId}`;
  const [{ rows }, total] = await Promise.all([items.execute(db), counted.execute(db)]);
  return {
    items: rows.map(({ added_at, can_read, ...row }) => ({
      ...row,
      added_at: added_at.toISOString(),
      can: { read: can_read },
    })),
    hidden_count: Math.max(0, (total.rows[0]?.count ?? 0) - rows.length),
  };
}

type ListRow = Omit<CollectionInList, keyof RowTimes> & RowTimes;

/**
 * The viewer's collections, last changed first. If `prompt` or `playbook` (slugs) is given, each has the id of that
 * item's entry.
 */
export async function listCollections(
  db: Database,
  viewer: Viewer,
  { prompt = null, playbook = null }: { prompt?: string | null; playbook?: string | null },
): Promise<CollectionInList[]> {
  requireSignedIn(viewer);
  const { rows } = await sql<ListRow>`
    select collections.id, collections.name, collections.note, collections.link, collections.created_at, collections.updated_at,
      (select count(*)::int from collection_items item where item.collection_id = collections.id and ${isKnown(viewer)}) as item_count,
      (select item.id from collection_items item where item.collection_id = collections.id and (
          item.prompt_id = (select id from prompts where slug = ${prompt && currentSlug('prompts', prompt)})
          or item.playbook_id = (select id from playbooks where slug = ${playbook && currentSlug('playbooks', playbook)})) limit 1) as item_id
    from collections where ${visible(viewer, 'collection', 'open')}
    order by collections.updated_at desc, collections.id`.execute(db);
  return rows.map((row) => ({ ...row, ...isoTimes(row) }));
}

/** A member's collections with their notes, for their data export. */
export const exportCollections = (userId: string) => sql`
  select own.name, own.note, own.link is not null as is_shared, own.created_at, own.updated_at,
    (select coalesce(jsonb_agg(jsonb_build_object('target_type', case when item.prompt_id is null then 'playbook' else 'prompt' end,
        'slug', coalesce(prompt.slug, playbook.slug), 'note', item.note, 'added_at', item.created_at) order by item.position, item.id), '[]')
      from collection_items item left join prompts prompt on prompt.id = item.prompt_id
        left join playbooks playbook on playbook.id = item.playbook_id
      where item.collection_id = own.id) as items
  from collections own where own.user_id = ${userId} order by own.created_at`;
