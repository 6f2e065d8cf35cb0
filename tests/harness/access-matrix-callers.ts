import type { Scope } from '#constants';

export const callers = [
  'visitor',
  'free',
  'level1',
  'level2',
  'untiered',
  'author',
  'editor',
  'support',
  'admin',
  'expired',
  'forged',
] as const;
export type Caller = (typeof callers)[number];
export type Expected = Partial<Record<Caller, number>>;

/** API keys, each with its member and scopes. `endedKey` has expired. */
export const keyCallers = {
  readKey: { of: 'level2', scopes: ['library:read'] },
  memberKey: { of: 'level2', scopes: ['library:read', 'library:copy', 'engagement:write', 'runs:write'] },
  authorKey: { of: 'author', scopes: ['library:read', 'library:copy', 'engagement:write', 'runs:write'] },
  adminKey: {
    of: 'admin',
    scopes: ['library:read', 'library:copy', 'engagement:write', 'runs:write', 'catalog:write'],
  },
  endedKey: { of: 'admin', scopes: ['library:read'] },
} as const satisfies Record<string, { of: Caller; scopes: readonly Scope[] }>;
export type KeyCaller = keyof typeof keyCallers;

export type Cell = {
  /** The path, with the slugs of the items below. */
  path: string;
  body?: unknown;
  expected: Expected;
  /** The status for keys, if it differs from what their member would get. */
  keys?: Partial<Record<KeyCaller, number>>;
  /** Callers who get the secret text in the item; nobody else may. */
  readers?: Caller[];
};

/** All signed-in callers except admins. */
export const members = ['free', 'level1', 'level2', 'untiered', 'author', 'editor', 'support'] as const;
export const statusFor = (names: readonly Caller[], status: number) =>
  Object.fromEntries(names.map((name) => [name, status])) as Expected;
export const badTokens = { expired: 401, forged: 401 };
export const everybody = (status = 200): Expected => ({
  ...statusFor(['visitor', ...members, 'admin'], status),
  ...badTokens,
});
export const signedIn = (status = 200): Expected => ({
  visitor: 401,
  ...statusFor([...members, 'admin'], status),
  ...badTokens,
});
/** Drafts don't exist for anyone but admins and editors. */
export const adminsKnow = (status = 200): Expected => ({
  visitor: 401,
  ...statusFor(members, 404),
  editor: status,
  admin: status,
  ...badTokens,
});
/** All signed-in callers know it; only those with the level can open it. */
export const fromLevel1: Expected = {
  ...signedIn(),
  ...statusFor(['free', 'untiered', 'author', 'support'], 403),
};
/** The same, but with this status for some of the callers. */
export const notFor = (names: Caller[], expected: Expected, status: number): Expected => ({
  ...expected,
  ...statusFor(names, status),
});
export const level1Readers: Caller[] = ['level1', 'level2', 'editor', 'admin'];
/** Callers who can read every text of the catalog. */
export const catalogReaders: Caller[] = ['editor', 'admin'];
export const onlyAdmin = (status = 200): Expected => ({ ...signedIn(403), admin: status });
export const onlyEditors = (status = 200): Expected => ({ ...onlyAdmin(status), editor: status });
export const onlySupport = (status = 200): Expected => ({ ...onlyAdmin(status), support: status });
export const itemIds = {
  prompt: '00000000-0000-4000-8000-000000000011',
  playbook: '00000000-0000-4000-8000-000000000012',
  tier: '00000000-0000-4000-8000-000000000013',
  offer: '00000000-0000-4000-8000-000000000014',
  spareOffer: '00000000-0000-4000-8000-000000000015',
  gift: '00000000-0000-4000-8000-000000000016',
  giftTier: '00000000-0000-4000-8000-000000000017',
  run: '00000000-0000-4000-8000-000000000018',
  result: '00000000-0000-4000-8000-000000000038',
  collection: '00000000-0000-4000-8000-000000000019',
  collectionItem: '00000000-0000-4000-8000-000000000020',
  collectionLink: '00000000-0000-4000-8000-000000000021',
  readEntry: '00000000-0000-4000-8000-000000000022',
  lockedEntry: '00000000-0000-4000-8000-000000000023',
  myVersion: '00000000-0000-4000-8000-000000000024',
  apiKey: '00000000-0000-4000-8000-000000000052',
  person: '00000000-0000-4000-8000-000000000086',
  sparePerson: '00000000-0000-4000-8000-000000000087',
};
export const giftCodes = { open: 'AAAA-BBBB-CCCC', spare: 'AAAA-BBBB-DDDD' };
/** For everyone else, even an admin, it doesn't exist. */
export const onlyAuthorKnows = (): Expected => ({ ...signedIn(404), author: 200 });
export const madeByAuthor = (): Expected => ({ ...onlyAuthorKnows(), author: 201 });
export const onlyAuthor = (): Expected => ({ ...signedIn(403), author: 200 });
export const commentIds = {
  visible: '00000000-0000-4000-8000-000000000001',
  hidden: '00000000-0000-4000-8000-000000000002',
  unknown: '00000000-0000-4000-8000-000000000003',
};
export const slugs = { free: 'free-item', gated: 'gated-item', draft: 'draft-item', unknown: 'no-such-item' };

/** `collection` routes behave the same for prompts and playbooks. */
export const both = (suffix: string, status = 200) =>
  (['prompts', 'playbooks'] as const).flatMap((collection): Cell[] => [
    { path: `/${collection}/${slugs.gated}/${suffix}`, expected: signedIn(status) },
    { path: `/${collection}/${slugs.draft}/${suffix}`, expected: adminsKnow(status) },
    { path: `/${collection}/${slugs.unknown}/${suffix}`, expected: signedIn(404) },
  ]);
