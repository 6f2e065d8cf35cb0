import { sql } from 'kysely';
import { columnsOf } from '#access/columns.server.ts';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { stepCount } from '#access/gated.server.ts';
import { hasBought, type Visible } from '#access/predicate.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { engagementColumns } from '#library/catalog/public/list.server.ts';
import type { PlaybookCard } from './playbooks.contract.ts';

export type CardRow = Omit<PlaybookCard, 'can' | 'created_at'> & {
  created_at: Date;
  status: 'draft' | 'published';
  is_purchased: boolean;
};
type DetailRow = CardRow & { updated_at: Date; version: number; version_at: Date; position: number | null };

/** What a card shows. A list never selects a step's text. */
export const cardColumns = columnsOf(
  'playbooks',
  'id',
  'slug',
  'title',
  'description',
  'category',
  'tags',
  'tier_access',
  'view_count',
  'vote_count',
  'created_at',
  'image_url',
  'is_purchasable',
  'price',
  'status',
);
export const cardComputed = (viewer: Viewer) => ({
  step_count: stepCount,
  is_purchased: viewer.kind === 'visitor' ? sql`false` : hasBought(viewer),
});

/** One playbook without its steps, with the place where the viewer was. */
export async function findPlaybook(
  db: Database,
  viewer: SignedInViewer,
  open: Visible<'playbook', 'open'>,
  slug: string,
): Promise<DetailRow | undefined> {
  const query = sql<DetailRow>`
    select ${cardColumns}, ${stepCount} as step_count, ${hasBought(viewer)} as is_purchased,
      ${engagementColumns(viewer, 'playbook')}, playbooks.updated_at, playbooks.version, playbooks.version_at,
      (select position from playbook_progress progress
        where progress.playbook_id = playbooks.id and progress.user_id = ${viewer.userId}) as position
    from playbooks where playbooks.slug = ${currentSlug('playbooks', slug)} and ${open}`;
  return (await query.execute(db)).rows[0];
}
