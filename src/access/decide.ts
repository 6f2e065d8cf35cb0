import type { Role, Scope } from '#constants';
import { currentTrail } from '#platform/audit-trail.server.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '#platform/words/messages.ts';
import * as common from '#ui/words/messages.ts';
import { Grant, SignedIn } from './internal/proofs.ts';
import type { Access } from './route.ts';
import {
  type Action,
  type Condition,
  conditionFor,
  isForRolesOnly,
  ruleFor,
  type Subject,
  type Subjects,
  scopeFor,
} from './rules.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

export type { Grant };

type AnyRow = Partial<
  Subjects['prompt'] &
    Subjects['playbook'] &
    Subjects['comment'] &
    Subjects['collection'] &
    Subjects['person']
>;

function evaluate(condition: Condition, row: AnyRow): boolean {
  switch (condition.kind) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'published':
      return row.status === 'published';
    case 'visible':
      return row.status === 'visible';
    case 'held':
      return row.status === 'held';
    case 'shows-first-lines':
      return row.shows_first_lines === true;
    case 'level-at-most':
      return row.tier_access !== undefined && row.tier_access <= condition.level;
    case 'purchased-by':
      return row.is_purchased === true;
    case 'written-by':
      return row.author_id === condition.userId;
    case 'written-by-another':
      return row.author_id !== condition.userId;
    case 'has-role':
      return row.role === condition.role;
    case 'kept-by':
      return row.user_id === condition.userId;
    case 'shared':
      return typeof row.link === 'string';
    case 'all':
      return condition.conditions.every((part) => evaluate(part, row));
    case 'any':
      return condition.conditions.some((part) => evaluate(part, row));
  }
}

/** Whether `viewer` can do `action` to `row`. */
export function can<Kind extends Subject>(
  viewer: Viewer,
  kind: Kind,
  action: Action<Kind>,
  row: Subjects[Kind],
): boolean {
  return evaluate(conditionFor(viewer, kind, action), row);
}

const notFoundMessages = {
  prompt: common.prompt_not_found,
  playbook: common.playbook_not_found,
  comment: common.comment_not_found,
  collection: common.collection_not_found,
  'my-version': common.not_found,
  person: common.user_not_found,
  account: common.not_found,
  site: common.not_found,
} satisfies Record<Subject, () => string>;

/**
 * The proof for a write or a gated read.
 * @throws AppError 401 if not signed in; 404 if the viewer may not know that the row exists; 403 if they may, but lack permission, or the
 * key lacks the scope
 */
export function grant<Kind extends Subject, Name extends Action<Kind>>(
  viewer: Viewer,
  kind: Kind,
  action: Name,
  row: (Subjects[Kind] & { id: string }) | undefined,
): Grant<Kind, Name> {
  if (viewer.kind === 'visitor') throw new AppError('not_signed_in', 'Please sign in first.');
  requireScope(viewer, scopeFor(kind, action));
  if (!row || !isKnown(viewer, kind, row)) throw new AppError('not_found', notFoundMessages[kind]());
  if (!can(viewer, kind, action, row)) throw new AppError('forbidden', m.refused_no_access());
  // Actions that no plain member can perform are administrative, and go into the audit log.
  const trail = currentTrail();
  if (trail && isForRolesOnly(new SignedIn('member', viewer), kind, action)) trail.isDue = true;
  return new Grant(kind, row.id, viewer);
}

function isKnown<Kind extends Subject>(viewer: Viewer, kind: Kind, row: Subjects[Kind]): boolean {
  if (kind === 'site' || kind === 'account' || kind === 'person') return true;
  return evaluate(ruleFor(viewer, kind, (kind === 'comment' ? 'see' : 'open') as Action<Kind>), row);
}

/** Whether programs can act for the viewer with this scope: `catalog:write` is for those who manage the catalog. */
export const canHoldScope = (viewer: Viewer, scope: Scope): boolean =>
  scope !== 'catalog:write' || can(viewer, 'site', 'manage-catalog', {});

/** Refuses a key without the scope, one of the `scopes` that the request needs; `any` is open to every key, and `undefined` to none. @throws AppError 403: insufficient_scope, or forbidden */
function requireScope(
  { key }: SignedInViewer,
  scope: Scope | 'any' | undefined,
  scopes: readonly Scope[] = scope && scope !== 'any' ? [scope] : [],
): void {
  if (!key || scope === 'any') return;
  if (!scope) throw new AppError('forbidden', "API keys can't be used here. Please sign in.");
  if (!key.scopes.includes(scope))
    throw new AppError('insufficient_scope', `This key does not have the scope ${scope}.`, { scopes });
}

/** Refuses a key that lacks one of the scopes of a route; without any, the route is closed to keys. @throws AppError 403: insufficient_scope, or forbidden */
export function requireScopes(viewer: SignedInViewer, scopes: readonly Scope[]): void {
  for (const scope of scopes.length > 0 ? scopes : [undefined]) requireScope(viewer, scope, scopes);
}

/** The proof for an action on the viewer's own account. @throws AppError 401 */
export function grantAccount<Name extends Action<'account'>>(
  viewer: Viewer,
  action: Name,
): Grant<'account', Name> {
  const id = viewer.kind === 'visitor' ? '' : viewer.userId;
  return grant(viewer, 'account', action, { id });
}

/** The proof for an action on the site. @throws AppError 401, 403 */
export function grantSite<Name extends Action<'site'>>(viewer: Viewer, action: Name): Grant<'site', Name> {
  return grant(viewer, 'site', action, { id: 'site' });
}

/** The same check for reads, which need no proof. @throws AppError 401, 403 */
export function requireSite(viewer: Viewer, action: Action<'site'>): void {
  grantSite(viewer, action);
}

/** The viewer, who must be signed in. @throws AppError 401 */
export function requireSignedIn(viewer: Viewer): SignedInViewer {
  return grantAccount(viewer, 'use').viewer;
}

/** Whether the account has a role that this session can't use because it has no second factor. */
export const lacksRoleFactor = (viewer: SignedInViewer, role: string): boolean =>
  role !== 'member' && viewer.kind === 'member';

/** Roles a route accepts besides admin. */
const alsoIn: Record<Exclude<Access, 'anyone' | 'unidentified'>, readonly Role[]> = {
  member: ['member', 'editor', 'support'],
  editor: ['editor'],
  support: ['support'],
  admin: [],
};

/** Asserts that the viewer may call a route with this `access`. @throws AppError 401, 403 */
export function requireAccess(viewer: Viewer, access: keyof typeof alsoIn): void {
  const { kind } = requireSignedIn(viewer);
  if (kind !== 'admin' && !alsoIn[access].includes(kind))
    throw new AppError('forbidden', m.refused_no_access());
}
