import { sql } from 'kysely';
import { may } from '#access/decide.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { isPurchased } from '#features/catalogue/items.server.ts';
import { listItems } from '#features/catalogue/list.server.ts';
import type { Totals } from '#features/catalogue/totals.server.ts';
import type { Database } from '#platform/database.server.ts';
import type { PlaybookCard, PlaybookList, PlaybookListQuery } from './playbooks.contract.ts';

type CardRow = Omit<PlaybookCard, 'can' | 'created_at'> & {
  created_at: Date;
  status: string;
  is_purchased: boolean;
};

export function createPlaybooksService(db: Database, totals: Totals) {
  return {
    /** A page of published playbooks for this viewer, without steps. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: PlaybookListQuery): Promise<PlaybookList> {
      const columns = sql`playbooks.id, playbooks.slug, playbooks.title, playbooks.description, playbooks.category, playbooks.tags,
        playbooks.tier_access, playbooks.view_count, playbooks.vote_count, playbooks.created_at, playbooks.image_url,
        playbooks.is_purchasable, playbooks.price, playbooks.status,
        (select count(*)::int from playbook_steps_new step where step.playbook_id = playbooks.id) as step_count,
        ${viewer.kind === 'visitor' ? sql`false` : isPurchased(viewer)} as is_purchased`;
      const listed = visible(viewer, 'playbook', 'list');
      const page = await listItems<CardRow>(db, totals, {
        kind: 'playbook',
        viewer,
        listed,
        columns,
        filters: [],
        query,
      });
      return { ...page, items: page.items.map((row) => toCard(viewer, row)) };
    },
  };
}

function toCard(viewer: Viewer, row: CardRow): PlaybookCard {
  const { id, slug, title, description, category, tags, tier_access, view_count, vote_count } = row;
  const { image_url, is_purchasable, price, step_count, is_upvoted, is_favorited } = row;
  return {
    ...{
      id,
      slug,
      title,
      description,
      category,
      tags,
      tier_access,
      view_count,
      vote_count,
      is_upvoted,
      is_favorited,
    },
    ...{ image_url, is_purchasable, price, step_count, created_at: row.created_at.toISOString() },
    can: { read: may(viewer, 'playbook', 'read', row) },
  };
}
