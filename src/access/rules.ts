import type { Role, Scope } from '#constants';
import type { Admin, Member, SignedInViewer, Viewer } from './viewer.ts';

/**
 * THE rules: for every action, the condition under which a viewer can do it. Actions that aren't listed are forbidden. A condition is data,
 * so that `decide.ts` can test a row with it and `predicate.server.ts` can turn the same condition into SQL: the two can't disagree.
 */
export type Condition =
  | { kind: 'always' }
  | { kind: 'never' }
  | { kind: 'published' }
  | { kind: 'visible' }
  | { kind: 'held' }
  | { kind: 'shows-first-lines' }
  | { kind: 'level-at-most'; level: number }
  | { kind: 'purchased-by'; userId: string }
  | { kind: 'written-by'; userId: string }
  | { kind: 'written-by-another'; userId: string }
  | { kind: 'has-role'; role: Role }
  | { kind: 'kept-by'; userId: string }
  | { kind: 'shared' }
  | { kind: 'all'; conditions: Condition[] }
  | { kind: 'any'; conditions: Condition[] };

/** The columns of a row that its rules use. `account` is the viewer's own; there is only one `site`. */
export type Subjects = {
  /** `shows_first_lines`: whether the cheapest plan that opens the prompt shows its first lines to others; undefined counts as no. */
  prompt: { status: string; tier_access: number; shows_first_lines?: boolean; author_id?: string | null };
  playbook: { status: string; tier_access: number; is_purchased: boolean };
  comment: { status: string; author_id: string | null };
  /** `link`: the token in the share URL; null if not shared. */
  collection: { user_id: string; link: string | null };
  'my-version': { user_id: string };
  /** An account, as the team sees it. */
  person: { role: string };
  account: Record<never, never>;
  site: Record<never, never>;
};
export type Subject = keyof Subjects;

const always: Condition = { kind: 'always' };
const never: Condition = { kind: 'never' };
const published: Condition = { kind: 'published' };
const all = (...conditions: Condition[]): Condition => ({ kind: 'all', conditions });
const any = (...conditions: Condition[]): Condition => ({ kind: 'any', conditions });

/** Visitors: never. Admins and `role`: always. Other members: by the condition `others`. */
const signedIn =
  (others: (viewer: Exclude<SignedInViewer, Admin>) => Condition, role: Role = 'admin') =>
  (viewer: Viewer) =>
    viewer.kind === 'visitor'
      ? never
      : viewer.kind === 'admin' || viewer.kind === role
        ? always
        : others(viewer);

const anyAccount = signedIn(() => always);
const adminOnly = signedIn(() => never);
/** Editors manage the catalog, whatever their plan; support manages members and their comments. */
const editors = signedIn(() => never, 'editor');
const supporters = signedIn(() => never, 'support');
/** Support doesn't moderate its own comments. */
const supportersOfOthers = (viewer: Viewer): Condition =>
  viewer.kind === 'support' ? { kind: 'written-by-another', userId: viewer.userId } : supporters(viewer);
const inCatalog = (others: Parameters<typeof signedIn>[0]) => signedIn(others, 'editor');
const signedInOnPublished = inCatalog(() => published);
/** Support manages members. Only admins manage people with a role. */
const plainMembersForSupport = signedIn((viewer) =>
  viewer.kind === 'support' ? { kind: 'has-role', role: 'member' } : never,
);

/** Without a tier, only level 0 is open (specification, section 6). */
const withinTier = (accessLevel: number | null): Condition => ({
  kind: 'level-at-most',
  level: accessLevel ?? 0,
});
const readsPrompt = inCatalog((viewer) => all(published, withinTier(viewer.accessLevel)));
/** The author can read reports of failures while they can read the prompt. */
const authorReadsPrompt = inCatalog((viewer) =>
  all(published, withinTier(viewer.accessLevel), { kind: 'written-by', userId: viewer.userId }),
);
const boughtBy = ({ userId }: SignedInViewer): Condition => ({ kind: 'purchased-by', userId });
/** Buyers still know a playbook that is no longer published; other members don't. */
const knowsPlaybook = inCatalog((viewer) => any(published, boughtBy(viewer)));
const readsPlaybook = inCatalog((viewer) =>
  any(all(published, withinTier(viewer.accessLevel)), boughtBy(viewer)),
);
/** Only the author, not an admin. */
const writtenByViewer = (viewer: Viewer) =>
  viewer.kind === 'visitor'
    ? never
    : all(any({ kind: 'visible' }, { kind: 'held' }), { kind: 'written-by', userId: viewer.userId });
/** Authors see their own comments that are waiting for approval. */
const seesComment = signedIn(
  ({ userId }) => any({ kind: 'visible' }, all({ kind: 'held' }, { kind: 'written-by', userId })),
  'support',
);
/** Nobody reports their own comments. */
const reportsComment = (viewer: Viewer) =>
  viewer.kind === 'visitor'
    ? never
    : all({ kind: 'visible' }, { kind: 'written-by-another', userId: viewer.userId });

/** Only the owner, not an admin. */
const keptByViewer = (viewer: Viewer): Condition =>
  viewer.kind === 'visitor' ? never : { kind: 'kept-by', userId: viewer.userId };

export const rules = {
  prompt: {
    list: () => published,
    /** To see facts about the text without reading it. */
    preview: () => published,
    /** To read its first lines. */
    'preview-lines': () => all(published, { kind: 'shows-first-lines' }),
    open: signedInOnPublished,
    read: readsPrompt,
    copy: readsPrompt,
    /** To run it with the site's language model. */
    'ask-model': readsPrompt,
    /** To report whether it worked. */
    report: readsPrompt,
    /** To read members' reports of failures. */
    'see-failures': authorReadsPrompt,
    vote: signedInOnPublished,
    favorite: signedInOnPublished,
    comment: signedInOnPublished,
    'record-view': signedInOnPublished,
    edit: editors,
    delete: editors,
  },
  playbook: {
    list: () => published,
    /** To see the steps' titles and numbers of prompts. */
    preview: () => published,
    /** To list it among one's own items: purchases and favorites. */
    'list-own': (viewer) => (viewer.kind === 'visitor' ? never : any(published, boughtBy(viewer))),
    open: knowsPlaybook,
    read: readsPlaybook,
    copy: readsPlaybook,
    /** To run one of its prompts with the site's language model. */
    'ask-model': readsPlaybook,
    'keep-position': readsPlaybook,
    vote: knowsPlaybook,
    favorite: knowsPlaybook,
    comment: knowsPlaybook,
    'record-view': knowsPlaybook,
    edit: editors,
    delete: editors,
  },
  comment: {
    see: seesComment,
    edit: writtenByViewer,
    delete: writtenByViewer,
    report: reportsComment,
    /** To hide, show and approve it. */
    moderate: supportersOfOthers,
  },
  collection: {
    open: keptByViewer,
    edit: keptByViewer,
    /** To open it by its link. The items in it follow their own rules. */
    'open-shared': (viewer) => (viewer.kind === 'visitor' ? never : { kind: 'shared' }),
  },
  /**
   * A member's own copy of a prompt, including its text: the only text of the library that stays readable without the plan that opened it.
   */
  'my-version': { open: keptByViewer, read: keptByViewer, edit: keptByViewer },
  person: {
    open: supporters,
    'give-plan': plainMembersForSupport,
    'send-email': plainMembersForSupport,
    suspend: plainMembersForSupport,
    'sign-out': plainMembersForSupport,
    remove: plainMembersForSupport,
    'assign-role': adminOnly,
    'turn-off-two-factor': adminOnly,
  },
  account: {
    use: anyAccount,
    update: anyAccount,
    delete: anyAccount,
    buy: anyAccount,
    'change-plan': anyAccount,
    redeem: anyAccount,
    /** To keep one's own data: values, collections and runs. */
    keep: anyAccount,
    'keep-runs': anyAccount,
    /** To manage keys and connected programs. */
    'manage-keys': anyAccount,
    'end-sessions': anyAccount,
    'confirm-session': anyAccount,
  },
  site: {
    administer: adminOnly,
    /** To see every prompt and playbook with its texts. */
    'see-catalog': editors,
    /** People with a role need no approval for their comments. */
    'comment-without-approval': signedIn((viewer) => (viewer.kind === 'member' ? never : always)),
    'see-members': supporters,
    'see-audit-log': adminOnly,
    'see-reported-comments': supporters,
    'analyze-prompts': editors,
    'copy-without-limit': editors,
    'import-items': editors,
    'invite-members': adminOnly,
    'ask-model-without-limit': adminOnly,
    'see-figures': adminOnly,
    'create-playbooks': editors,
    'create-prompts': editors,
    'manage-catalog': editors,
    'manage-categories': adminOnly,
    'manage-gifts': adminOnly,
    'manage-media': editors,
    'manage-offers': adminOnly,
    'manage-pages': adminOnly,
    'manage-settings': adminOnly,
    'manage-tiers': adminOnly,
    'manage-webhooks': adminOnly,
    'send-mailings': adminOnly,
  },
} satisfies { [Kind in Subject]: Record<string, (viewer: Viewer) => Condition> };

/** Whether only people with a role can ever do this, which makes it an administrative action. */
export function isForRolesOnly<Kind extends Subject>(
  viewer: Member,
  kind: Kind,
  action: Action<Kind>,
): boolean {
  return ruleFor(viewer, kind, action).kind === 'never';
}

export type Action<Kind extends Subject> = keyof (typeof rules)[Kind] & string;

const engages = 'engagement:write';
const item = {
  list: 'library:read',
  preview: 'library:read',
  open: 'library:read',
  read: 'library:read',
  copy: 'library:copy',
  vote: engages,
  favorite: engages,
  comment: engages,
  'record-view': engages,
  edit: 'catalog:write',
  delete: 'catalog:write',
} as const;

/** The scope that a key needs for an action, in addition to its member's rights. Actions that aren't listed are closed to keys. */
const scopes: { [Kind in Subject]: Partial<Record<Action<Kind>, Scope | 'any'>> } = {
  prompt: { ...item, 'preview-lines': 'library:read', 'see-failures': 'library:read' },
  playbook: { ...item, 'list-own': 'library:read', 'keep-position': engages },
  comment: { see: 'library:read', edit: engages, delete: engages },
  collection: {},
  'my-version': {},
  person: {},
  account: { use: 'any', 'keep-runs': 'runs:write' },
  site: {
    'see-catalog': 'catalog:write',
    'create-prompts': 'catalog:write',
    'create-playbooks': 'catalog:write',
    'import-items': 'catalog:write',
    'manage-catalog': 'catalog:write',
    'copy-without-limit': 'library:copy',
    'comment-without-approval': engages,
  },
};

export const scopeFor = <Kind extends Subject>(kind: Kind, action: Action<Kind>): Scope | 'any' | undefined =>
  (scopes[kind] as Partial<Record<string, Scope | 'any'>>)[action];

/** The condition under which `viewer` can do `action`, including the scopes of their key. */
export function conditionFor<Kind extends Subject>(
  viewer: Viewer,
  kind: Kind,
  action: Action<Kind>,
): Condition {
  if (viewer.kind !== 'visitor' && viewer.key) {
    const scope = scopeFor(kind, action);
    if (!scope || (scope !== 'any' && !viewer.key.scopes.includes(scope))) return never;
  }
  return ruleFor(viewer, kind, action);
}

/** The same without regard to a key. */
export function ruleFor<Kind extends Subject>(viewer: Viewer, kind: Kind, action: Action<Kind>): Condition {
  const rulesOfKind: Partial<Record<string, (viewer: Viewer) => Condition>> = rules[kind];
  return rulesOfKind[action]?.(viewer) ?? never;
}
