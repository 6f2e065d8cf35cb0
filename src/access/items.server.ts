import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database.server.ts';
import { type Grant, grant, requireSignedIn } from './decide.ts';
import type { Collection } from './items.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

type ItemAction = 'open' | 'read' | 'vote' | 'favorite' | 'comment' | 'record-view' | 'edit';
export type ItemGrant<Name extends ItemAction> = Grant<'prompt', Name> | Grant<'playbook', Name>;

/**
 * The proof that the viewer may do `action` to the prompt or playbook with this slug.
 * @throws AppError 401, 403, 404 as `grant` does.
 */
export async function grantItem<Name extends ItemAction>(
  db: Database,
  asker: Viewer,
  collection: Collection,
  slug: string,
  action: Name,
): Promise<ItemGrant<Name>> {
  if (collection === 'playbooks') return grantPlaybook(db, asker, slug, action);
  const viewer = requireSignedIn(asker);
  const row = await db
    .selectFrom('prompts')
    .select(['id', 'status', 'tier_access'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return grant(viewer, 'prompt', action, row);
}

/** The same for a playbook. */
export async function grantPlaybook<Name extends ItemAction>(
  db: Database,
  asker: Viewer,
  slug: string,
  action: Name,
): Promise<Grant<'playbook', Name>> {
  const viewer = requireSignedIn(asker);
  const row = await db
    .selectFrom('playbooks')
    .select(['id', 'status', 'tier_access', isPurchased(viewer).as('is_purchased')])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return grant(viewer, 'playbook', action, row);
}

/** Whether the viewer has bought the playbook of the row. */
export function isPurchased(viewer: SignedInViewer): RawBuilder<boolean> {
  return sql<boolean>`exists (select from user_playbook_purchases bought where bought.playbook_id = playbooks.id and bought.user_id = ${viewer.userId})`;
}
