import { sql } from 'kysely';
import { columnsOf } from '#access/columns.server.ts';
import { currentSlug } from '#access/current-slug.server.ts';
import { requireSignedIn } from '#access/decide.ts';
import { stepCount } from '#access/gated.server.ts';
import { hasBought, visible } from '#access/predicate.server.ts';
import type { Source } from '#access/reads.server.ts';
import { statement } from '#access/statement.server.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import { engagementColumns, listPages } from '#library/catalog/public/list-pages.server.ts';
import type { PlaybookCard } from './playbooks.contract.ts';

export type CardRow = Omit<PlaybookCard, 'can' | 'created_at'> & {
  created_at: Date;
  status: 'draft' | 'published';
  is_purchased: boolean;
};
type DetailRow = CardRow & { updated_at: Date; version: number; version_at: Date; position: number | null };

/** The columns of a card. Lists never select the text of steps. */
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
export const pages = listPages('playbook', {
  columns: cardColumns,
  computed: { step_count: stepCount },
  personal: (viewer) => ({ is_purchased: viewer.kind === 'visitor' ? sql`false` : hasBought(viewer) }),
});

const detail = statement((viewer, { slug }: { slug: string }) => {
  const member = requireSignedIn(viewer);
  return sql<DetailRow>`
    select ${cardColumns}, ${stepCount} as step_count, ${hasBought(member)} as is_purchased,
      ${engagementColumns(member, 'playbook')}, playbooks.updated_at, playbooks.version, playbooks.version_at,
      (select position from playbook_progress progress
        where progress.playbook_id = playbooks.id and progress.user_id = ${member.userId}) as position
    from playbooks where playbooks.slug = ${currentSlug('playbooks', slug)} and ${visible(member, 'playbook', 'open')}`;
});

/** A playbook that the viewer can open, without its steps, with the viewer's last position. */
export async function findPlaybook(
  { db, run }: Source,
  viewer: SignedInViewer,
  slug: string,
): Promise<DetailRow | undefined> {
  return (await run<DetailRow>(detail(db, viewer, { slug })))[0];
}
