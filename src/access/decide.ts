import { AppError } from '#platform/errors.ts';
import { type Action, type Condition, conditionFor, type Subject, type Subjects } from './rules.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

type AnyRow = Partial<Subjects['prompt'] & Subjects['playbook'] & Subjects['comment']>;

function holds(condition: Condition, row: AnyRow): boolean {
  switch (condition.kind) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'published':
      return row.status === 'published';
    case 'visible':
      return row.status === 'visible';
    case 'level-at-most':
      return row.tier_access !== undefined && row.tier_access <= condition.level;
    case 'purchased-by':
      return row.is_purchased === true;
    case 'written-by':
      return row.author_id === condition.userId;
    case 'all':
      return condition.conditions.every((part) => holds(part, row));
    case 'any':
      return condition.conditions.some((part) => holds(part, row));
  }
}

/** Whether `viewer` may do `action` to `row`. */
export function may<Kind extends Subject>(
  viewer: Viewer,
  kind: Kind,
  action: Action<Kind>,
  row: Subjects[Kind],
): boolean {
  return holds(conditionFor(viewer, kind, action), row);
}

declare const proof: unique symbol;

/** The proof that `viewer` may do `action` to the row with this id. Only `grant` makes one. */
export type Grant<Kind extends Subject, Name extends Action<Kind>> = {
  readonly [proof]: [Kind, Name];
  readonly id: string;
  readonly viewer: SignedInViewer;
};

const notFoundMessages = {
  prompt: 'Prompt not found',
  playbook: 'Playbook not found',
  comment: 'Comment not found',
  site: 'Not found',
} satisfies Record<Subject, string>;

/**
 * The proof for a write or a gated read.
 * @throws AppError 401 not signed in; 404 where the viewer may not know of the row; 403 known, but not permitted.
 */
export function grant<Kind extends Subject, Name extends Action<Kind>>(
  viewer: Viewer,
  kind: Kind,
  action: Name,
  row: (Subjects[Kind] & { id: string }) | undefined,
): Grant<Kind, Name> {
  if (viewer.kind === 'visitor') throw new AppError('not_signed_in', 'Please sign in first.');
  if (!row || !isKnown(viewer, kind, row)) throw new AppError('not_found', notFoundMessages[kind]);
  if (!may(viewer, kind, action, row)) throw new AppError('forbidden', 'You do not have access to this.');
  return { id: row.id, viewer } as Grant<Kind, Name>;
}

function isKnown<Kind extends Subject>(viewer: Viewer, kind: Kind, row: Subjects[Kind]): boolean {
  if (kind === 'site') return true;
  return holds(conditionFor(viewer, kind, (kind === 'comment' ? 'see' : 'open') as Action<Kind>), row);
}

/** The viewer as somebody with an account. @throws AppError 401 */
export function requireSignedIn(viewer: Viewer): SignedInViewer {
  return grant(viewer, 'site', 'have-an-account', { id: 'site' }).viewer;
}

/** The viewer as an admin. @throws AppError 401, 403 */
export function requireAdmin(viewer: Viewer): SignedInViewer {
  return grant(viewer, 'site', 'administer', { id: 'site' }).viewer;
}
