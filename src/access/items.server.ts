import { currentSlug } from './current-slug.server.ts';
import type { Database } from './database.ts';
import { type Grant, grant, requireSignedIn } from './decide.ts';
import type { Collection } from './items.ts';
import { hasBought } from './predicate.server.ts';
import type { Action } from './rules.ts';
import type { Viewer } from './viewer.ts';

type ItemAction = Action<'prompt'> & Action<'playbook'>;
export type ItemGrant<Name extends ItemAction> = Grant<'prompt', Name> | Grant<'playbook', Name>;

/**
 * The proof that the viewer can do `action` to the prompt or playbook with this slug.
 * @throws AppError 401, 403, 404 as `grant` does.
 */
export async function grantItem<Name extends ItemAction>(
  db: Database,
  viewer: Viewer,
  collection: Collection,
  slug: string,
  action: Name,
): Promise<ItemGrant<Name>> {
  return collection === 'playbooks'
    ? grantPlaybook(db, viewer, slug, action)
    : grantPrompt(db, viewer, slug, action);
}

/** The same for a prompt. */
export async function grantPrompt<Name extends Action<'prompt'>>(
  db: Database,
  viewer: Viewer,
  slug: string,
  action: Name,
): Promise<Grant<'prompt', Name>> {
  const member = requireSignedIn(viewer);
  const row = await db
    .selectFrom('prompts')
    .select(['id', 'status', 'tier_access'])
    .where('slug', '=', currentSlug('prompts', slug))
    .executeTakeFirst();
  return grant(member, 'prompt', action, row);
}

/** The same for a playbook. */
export async function grantPlaybook<Name extends Action<'playbook'>>(
  db: Database,
  viewer: Viewer,
  slug: string,
  action: Name,
): Promise<Grant<'playbook', Name>> {
  const member = requireSignedIn(viewer);
  const row = await db
    .selectFrom('playbooks')
    .select(['id', 'status', 'tier_access', hasBought(member).as('is_purchased')])
    .where('slug', '=', currentSlug('playbooks', slug))
    .executeTakeFirst();
  return grant(member, 'playbook', action, row);
}
