import type { Access } from '#access/route.ts';
import type { Scope } from '#constants';
import { importCells } from './access-matrix-imports.ts';
import { ownerCells } from './access-matrix-owner.ts';
import { reachMatrix } from './access-matrix-reach.ts';
import type { TestSite } from './site.ts';

export const callers = [
  'visitor',
  'free',
  'level1',
  'level2',
  'untiered',
  'author',
  'admin',
  'expired',
  'forged',
] as const;
export type Caller = (typeof callers)[number];
type Expected = Partial<Record<Caller, number>>;

/** Keys by which programs ask: whose they are, and what they may do. `endedKey` has expired. */
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
  /** The address, with the slugs of the items below. */
  path: string;
  body?: unknown;
  expected: Expected;
  /** What keys get where that is not what their member would get with them. */
  keys?: Partial<Record<KeyCaller, number>>;
  /** Who gets the secret text that stands in the item; nobody else may. */
  readers?: Caller[];
};

export const members = ['free', 'level1', 'level2', 'untiered', 'author'] as const;
const each = (names: readonly Caller[], status: number) =>
  Object.fromEntries(names.map((name) => [name, status])) as Expected;
const badTokens = { expired: 401, forged: 401 };
const everybody = (status = 200): Expected => ({
  ...each(['visitor', ...members, 'admin'], status),
  ...badTokens,
});
const signedIn = (status = 200): Expected => ({
  visitor: 401,
  ...each([...members, 'admin'], status),
  ...badTokens,
});
/** Drafts do not exist for anybody but admins. */
const adminsKnow = (status = 200): Expected => ({
  visitor: 401,
  ...each(members, 404),
  admin: status,
  ...badTokens,
});
/** Known to all who are signed in, open to those of the level. */
const fromLevel1: Expected = {
  ...signedIn(),
  ...each(['free', 'untiered', 'author'], 403),
};
/** What those answer instead. */
const notFor = (names: Caller[], expected: Expected, status: number): Expected => ({
  ...expected,
  ...each(names, status),
});
const level1Readers: Caller[] = ['level1', 'level2', 'admin'];
const onlyAdmin = (status = 200): Expected => ({ ...signedIn(403), admin: status });
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
};
export const giftCodes = { open: 'AAAA-BBBB-CCCC', spare: 'AAAA-BBBB-DDDD' };
/** For everybody else, an admin too, it does not exist. */
const onlyAuthorKnows = (): Expected => ({ ...signedIn(404), author: 200 });
const madeByAuthor = (): Expected => ({ ...onlyAuthorKnows(), author: 201 });
const onlyAuthor = (): Expected => ({ ...signedIn(403), author: 200 });
export const commentIds = {
  visible: '00000000-0000-4000-8000-000000000001',
  hidden: '00000000-0000-4000-8000-000000000002',
  unknown: '00000000-0000-4000-8000-000000000003',
};
export const slugs = { free: 'free-item', gated: 'gated-item', draft: 'draft-item', unknown: 'no-such-item' };

/** `collection` routes behave alike for prompts and playbooks. */
const both = (suffix: string, status = 200) =>
  (['prompts', 'playbooks'] as const).flatMap((collection): Cell[] => [
    { path: `/${collection}/${slugs.gated}/${suffix}`, expected: signedIn(status) },
    { path: `/${collection}/${slugs.draft}/${suffix}`, expected: adminsKnow(status) },
    { path: `/${collection}/${slugs.unknown}/${suffix}`, expected: signedIn(404) },
  ]);

/** Every endpoint that is not the auth protocol's. One that is missing here fails the suite. */
export const matrix: Record<string, Cell[]> = {
  ...reachMatrix,
  ...ownerCells,
  'GET /api/v1/settings': [{ path: '/settings', expected: everybody() }],
  'GET /api/v1/tiers': [{ path: '/tiers', expected: everybody() }],
  'POST /api/v1/offers/quote': [
    { path: '/offers/quote', body: { code: 'WELCOME' }, expected: everybody() },
    { path: '/offers/quote', body: { code: 'unknown' }, expected: everybody(404) },
    {
      path: '/offers/quote',
      body: { code: 'WELCOME', playbook: itemIds.playbook },
      expected: { ...adminsKnow() },
    },
  ],
  'GET /api/v1/gifts/:code': [
    { path: `/gifts/${giftCodes.open}`, expected: everybody() },
    { path: '/gifts/unknown', expected: everybody(404) },
  ],
  // The first member redeems it.
  'POST /api/v1/gifts/:code/redeem': [
    { path: `/gifts/${giftCodes.open}/redeem`, expected: { ...signedIn(409), free: 200 } },
    { path: '/gifts/unknown/redeem', expected: signedIn(404) },
  ],
  'GET /api/v1/categories': [{ path: '/categories', expected: everybody() }],
  'GET /api/v1/openapi.json': [{ path: '/openapi.json', expected: everybody() }],
  'GET /api/v1/keys': [{ path: '/keys', expected: signedIn(), readers: [] }],
  'POST /api/v1/keys': [
    { path: '/keys', body: { name: 'Mine', scopes: ['library:read'] }, expected: signedIn(201) },
    { path: '/keys', body: { name: 'Mine', scopes: ['catalog:write'] }, expected: onlyAdmin(201) },
  ],
  'DELETE /api/v1/keys/:id': [{ path: `/keys/${itemIds.apiKey}`, expected: onlyAuthorKnows() }],
  'GET /api/v1/connections': [{ path: '/connections', expected: signedIn() }],
  'DELETE /api/v1/connections/:uid': [{ path: '/connections/none', expected: signedIn(404) }],
  // Nobody has asked in this browser.
  'GET /api/v1/connections/requests/:uid': [{ path: '/connections/requests/none', expected: signedIn(404) }],
  'POST /api/v1/connections/requests/:uid': [
    { path: '/connections/requests/none', body: { allow: true }, expected: signedIn(404) },
  ],
  'GET /api/v1/sessions': [{ path: '/sessions', expected: signedIn(), readers: [] }],
  'DELETE /api/v1/sessions/:id': [{ path: `/sessions/${itemIds.prompt}`, expected: signedIn(404) }],
  'GET /api/v1/profile': [{ path: '/profile', expected: signedIn() }],
  'PATCH /api/v1/profile': [{ path: '/profile', body: { bio: 'x' }, expected: signedIn() }],
  'GET /api/v1/values': [{ path: '/values', expected: signedIn() }],
  'PUT /api/v1/values': [{ path: '/values', body: { values: { tone: 'dry' } }, expected: signedIn() }],
  'DELETE /api/v1/values': [{ path: '/values', expected: signedIn() }],
  'POST /api/v1/playbooks/:slug/runs': [
    {
      path: `/playbooks/${slugs.gated}/runs`,
      body: {},
      expected: { ...fromLevel1, level1: 201, level2: 201, admin: 201 },
      readers: [],
    },
    { path: `/playbooks/${slugs.draft}/runs`, body: {}, expected: adminsKnow(201) },
    { path: `/playbooks/${slugs.unknown}/runs`, body: {}, expected: signedIn(404) },
  ],
  'GET /api/v1/recent': [{ path: '/recent', expected: signedIn(), readers: [] }],
  'GET /api/v1/runs': [{ path: '/runs', expected: signedIn(), readers: [] }],
  'GET /api/v1/runs/:id': [{ path: `/runs/${itemIds.run}`, expected: onlyAuthorKnows(), readers: [] }],
  'PATCH /api/v1/runs/:id': [
    { path: `/runs/${itemIds.run}`, body: { name: 'x' }, expected: onlyAuthorKnows(), readers: [] },
  ],
  'PUT /api/v1/runs/:id/steps/:n': [
    { path: `/runs/${itemIds.run}/steps/0`, body: { done: true }, expected: onlyAuthorKnows(), readers: [] },
  ],
  // The playbook is locked for its member.
  'GET /api/v1/runs/:id/export': [
    { path: `/runs/${itemIds.run}/export`, expected: onlyAuthorKnows(), readers: [] },
  ],
  'DELETE /api/v1/runs/:id': [
    { path: `/runs/${itemIds.run}`, expected: onlyAuthorKnows(), keys: { authorKey: 404 } },
  ],
  'GET /api/v1/collections': [
    { path: '/collections', expected: signedIn(), readers: [] },
    { path: `/collections?prompt=${slugs.gated}`, expected: signedIn(), readers: [] },
  ],
  'POST /api/v1/collections': [
    { path: '/collections', body: { name: 'Mine' }, expected: signedIn(201), readers: [] },
    {
      path: '/collections',
      body: { name: 'A copy', from_link: itemIds.collectionLink },
      expected: signedIn(201),
      readers: [],
    },
    {
      path: '/collections',
      body: { name: 'A copy', from_link: itemIds.collection },
      expected: signedIn(404),
      readers: [],
    },
  ],
  // It has a free, a gated and an unpublished item: their texts are in no answer.
  'GET /api/v1/collections/shared/:link': [
    { path: `/collections/shared/${itemIds.collectionLink}`, expected: signedIn(), readers: [] },
    { path: `/collections/shared/${itemIds.collection}`, expected: signedIn(404) },
  ],
  'GET /api/v1/collections/:id': [
    { path: `/collections/${itemIds.collection}`, expected: onlyAuthorKnows(), readers: [] },
  ],
  'GET /api/v1/collections/:id/items': [
    { path: `/collections/${itemIds.collection}/items`, expected: onlyAuthorKnows(), readers: [] },
  ],
  'POST /api/v1/collections/:id/items': [
    {
      path: `/collections/${itemIds.collection}/items`,
      body: { target_type: 'prompt', slug: slugs.gated },
      expected: madeByAuthor(),
      readers: [],
    },
    {
      path: `/collections/${itemIds.collection}/items`,
      body: { target_type: 'prompt', slug: slugs.draft },
      expected: signedIn(404),
    },
  ],
  'PATCH /api/v1/collections/:id/items/:item': [
    {
      path: `/collections/${itemIds.collection}/items/${itemIds.collectionItem}`,
      body: { note: 'x', position: 0 },
      expected: onlyAuthorKnows(),
      readers: [],
    },
  ],
  'DELETE /api/v1/collections/:id/items/:item': [
    {
      path: `/collections/${itemIds.collection}/items/${itemIds.collectionItem}`,
      expected: onlyAuthorKnows(),
    },
  ],
  'PATCH /api/v1/collections/:id': [
    {
      path: `/collections/${itemIds.collection}`,
      body: { name: 'x' },
      expected: onlyAuthorKnows(),
      readers: [],
    },
  ],
  'DELETE /api/v1/collections/:id': [
    { path: `/collections/${itemIds.collection}`, expected: onlyAuthorKnows() },
  ],
  // Its member copied a free text and, on an earlier plan, a gated one.
  'GET /api/v1/history': [
    { path: '/history', expected: signedIn(), readers: [] },
    { path: `/history?action=copied&prompt=${slugs.gated}`, expected: signedIn(), readers: [] },
    { path: '/history?cursor=x', expected: { ...signedIn(400) } },
  ],
  'GET /api/v1/history/:id': [
    { path: `/history/${itemIds.readEntry}`, expected: onlyAuthorKnows(), readers: ['author'] },
    { path: `/history/${itemIds.lockedEntry}`, expected: onlyAuthorKnows(), readers: [] },
  ],
  'DELETE /api/v1/history/:id': [{ path: `/history/${itemIds.lockedEntry}`, expected: onlyAuthorKnows() }],
  'DELETE /api/v1/history': [{ path: '/history', expected: signedIn() }],
  // Made of the gated prompt on an earlier plan: its own text stays, the original is locked.
  'GET /api/v1/my-versions': [
    { path: '/my-versions', expected: signedIn(), readers: [] },
    { path: `/my-versions?prompt=${slugs.gated}`, expected: signedIn(), readers: [] },
  ],
  'POST /api/v1/my-versions': [
    {
      path: '/my-versions',
      body: { prompt: slugs.gated },
      expected: { ...fromLevel1, level1: 201, level2: 201, admin: 201 },
      readers: level1Readers,
    },
    { path: '/my-versions', body: { prompt: slugs.draft }, expected: adminsKnow(201), readers: ['admin'] },
  ],
  'GET /api/v1/my-versions/:id': [
    { path: `/my-versions/${itemIds.myVersion}`, expected: onlyAuthorKnows(), readers: [] },
    { path: `/my-versions/${itemIds.myVersion}?difference=true`, expected: onlyAuthorKnows(), readers: [] },
  ],
  'PATCH /api/v1/my-versions/:id': [
    {
      path: `/my-versions/${itemIds.myVersion}`,
      body: { name: 'x' },
      expected: onlyAuthorKnows(),
      readers: [],
    },
  ],
  'GET /api/v1/my-versions/:id/merge': [
    {
      path: `/my-versions/${itemIds.myVersion}/merge`,
      expected: { ...signedIn(404), author: 403 },
      readers: [],
    },
  ],
  'DELETE /api/v1/my-versions/:id': [
    { path: `/my-versions/${itemIds.myVersion}`, expected: onlyAuthorKnows() },
  ],
  'GET /api/v1/stats': [{ path: '/stats', expected: signedIn() }],
  'GET /api/v1/prompts': [
    { path: '/prompts?limit=100', expected: everybody(), readers: [] },
    { path: '/prompts?q=secret', expected: everybody(), readers: [] },
    { path: '/prompts?favorites=true', expected: { ...everybody(), visitor: 401 } },
  ],
  'GET /api/v1/playbooks': [
    { path: '/playbooks?limit=100', expected: everybody(), readers: [] },
    { path: '/playbooks?q=secret', expected: everybody(), readers: [] },
  ],
  'GET /api/v1/prompts/:slug': [
    { path: `/prompts/${slugs.free}`, expected: signedIn(), readers: [...members, 'admin'] },
    { path: `/prompts/${slugs.gated}`, expected: signedIn(), readers: level1Readers },
    { path: `/prompts/${slugs.draft}`, expected: adminsKnow(), readers: ['admin'] },
    { path: `/prompts/${slugs.unknown}`, expected: signedIn(404) },
  ],
  'POST /api/v1/prompts/:slug/copies': [
    { path: `/prompts/${slugs.free}/copies`, expected: signedIn(), readers: [...members, 'admin'] },
    { path: `/prompts/${slugs.gated}/copies`, expected: fromLevel1, readers: level1Readers },
    { path: `/prompts/${slugs.draft}/copies`, expected: adminsKnow(), readers: ['admin'] },
    { path: `/prompts/${slugs.unknown}/copies`, expected: signedIn(404) },
  ],
  // The site has no language model.
  'POST /api/v1/prompts/:slug/answers': [
    { path: `/prompts/${slugs.gated}/answers`, expected: notFor(level1Readers, fromLevel1, 409) },
    { path: `/prompts/${slugs.draft}/answers`, expected: adminsKnow(409) },
    { path: `/prompts/${slugs.unknown}/answers`, expected: signedIn(404) },
  ],
  'POST /api/v1/playbooks/:slug/steps/:step/prompts/:prompt/answers': [
    {
      path: `/playbooks/${slugs.gated}/steps/0/prompts/0/answers`,
      expected: notFor(level1Readers, fromLevel1, 409),
    },
    { path: `/playbooks/${slugs.draft}/steps/0/prompts/0/answers`, expected: adminsKnow(409) },
    { path: `/playbooks/${slugs.free}/steps/7/prompts/0/answers`, expected: signedIn(404) },
  ],
  'GET /api/v1/prompts/:slug/results': [
    { path: `/prompts/${slugs.gated}/results`, expected: signedIn(), readers: ['author'] },
    { path: `/prompts/${slugs.draft}/results`, expected: adminsKnow() },
    { path: `/prompts/${slugs.unknown}/results`, expected: signedIn(404) },
  ],
  'POST /api/v1/prompts/:slug/results': [
    {
      path: `/prompts/${slugs.gated}/results`,
      body: { result: 'x', version: 1 },
      expected: notFor(level1Readers, fromLevel1, 201),
    },
    {
      path: `/prompts/${slugs.draft}/results`,
      body: { result: 'x', version: 1 },
      expected: adminsKnow(201),
    },
  ],
  'GET /api/v1/results': [{ path: '/results', expected: signedIn() }],
  'DELETE /api/v1/results/:id': [{ path: `/results/${itemIds.result}`, expected: onlyAuthorKnows() }],
  'GET /api/v1/prompts/:slug/outcomes': [
    { path: `/prompts/${slugs.gated}/outcomes`, expected: signedIn(), readers: ['admin'] },
    { path: `/prompts/${slugs.draft}/outcomes`, expected: adminsKnow(), readers: [] },
    { path: `/prompts/${slugs.unknown}/outcomes`, expected: signedIn(404) },
  ],
  'PUT /api/v1/prompts/:slug/outcomes': [
    {
      path: `/prompts/${slugs.gated}/outcomes`,
      body: { worked: true, model: 'Claude', version: 1 },
      expected: fromLevel1,
      readers: ['admin'],
    },
    {
      path: `/prompts/${slugs.draft}/outcomes`,
      body: { worked: true, model: 'Claude', version: 1 },
      expected: adminsKnow(),
    },
  ],
  'DELETE /api/v1/prompts/:slug/outcomes': [
    { path: `/prompts/${slugs.gated}/outcomes`, expected: fromLevel1, readers: ['admin'] },
    { path: `/prompts/${slugs.unknown}/outcomes`, expected: signedIn(404) },
  ],
  'GET /api/v1/prompts/:slug/versions': [
    { path: `/prompts/${slugs.gated}/versions`, expected: fromLevel1, readers: [] },
    { path: `/prompts/${slugs.draft}/versions`, expected: adminsKnow() },
    { path: `/prompts/${slugs.unknown}/versions`, expected: signedIn(404) },
  ],
  'GET /api/v1/prompts/:slug/versions/:number': [
    { path: `/prompts/${slugs.gated}/versions/1`, expected: fromLevel1, readers: level1Readers },
    { path: `/prompts/${slugs.draft}/versions/1`, expected: adminsKnow(), readers: ['admin'] },
    { path: `/prompts/${slugs.free}/versions/2`, expected: signedIn(404) },
  ],
  'GET /api/v1/playbooks/:slug': [
    { path: `/playbooks/${slugs.free}`, expected: signedIn(), readers: [...members, 'admin'] },
    { path: `/playbooks/${slugs.gated}`, expected: signedIn(), readers: level1Readers },
    { path: `/playbooks/${slugs.draft}`, expected: adminsKnow(), readers: ['admin'] },
    { path: `/playbooks/${slugs.unknown}`, expected: signedIn(404) },
  ],
  'POST /api/v1/playbooks/:slug/steps/:step/prompts/:prompt/copies': [
    {
      path: `/playbooks/${slugs.free}/steps/0/prompts/0/copies`,
      expected: signedIn(),
      readers: [...members, 'admin'],
    },
    {
      path: `/playbooks/${slugs.gated}/steps/0/prompts/0/copies`,
      expected: fromLevel1,
      readers: level1Readers,
    },
    {
      path: `/playbooks/${slugs.draft}/steps/0/prompts/0/copies`,
      expected: adminsKnow(),
      readers: ['admin'],
    },
    { path: `/playbooks/${slugs.free}/steps/7/prompts/0/copies`, expected: signedIn(404) },
  ],
  'PUT /api/v1/playbooks/:slug/progress': [
    { path: `/playbooks/${slugs.gated}/progress`, body: { position: 0 }, expected: fromLevel1 },
    { path: `/playbooks/${slugs.draft}/progress`, body: { position: 0 }, expected: adminsKnow() },
  ],
  'GET /api/v1/:collection/:slug/download': (['prompts', 'playbooks'] as const).flatMap((collection) =>
    (['markdown', 'json', 'skill'] as const).flatMap((format): Cell[] => {
      const path = (slug: string) => `/${collection}/${slug}/download?format=${format}`;
      return [
        { path: path(slugs.free), expected: signedIn(), readers: [...members, 'admin'] },
        { path: path(slugs.gated), expected: fromLevel1, readers: level1Readers },
        { path: path(slugs.draft), expected: adminsKnow(), readers: ['admin'] },
        { path: path(slugs.unknown), expected: signedIn(404) },
      ];
    }),
  ),
  'GET /api/v1/:collection/:slug/comments': both('comments').map((cell) => ({ ...cell, readers: [] })),
  'GET /api/v1/:collection/:slug/comments/:id/replies': both(`comments/${commentIds.visible}/replies`).map(
    (cell) => ({ ...cell, readers: [] }),
  ),
  'POST /api/v1/:collection/:slug/comments': both('comments', 201).map((cell) => ({
    ...cell,
    body: { body: 'A comment' },
  })),
  'PATCH /api/v1/comments/:id': [
    { path: `/comments/${commentIds.visible}`, body: { body: 'changed' }, expected: onlyAuthor() },
    { path: `/comments/${commentIds.hidden}`, body: { body: 'changed' }, expected: { ...adminsKnow(403) } },
    {
      path: `/comments/${commentIds.visible}`,
      body: { status: 'visible' },
      expected: { ...signedIn(403), admin: 200 },
      keys: { adminKey: 403 },
    },
    { path: `/comments/${commentIds.unknown}`, body: { body: 'x' }, expected: signedIn(404) },
  ],
  'DELETE /api/v1/comments/:id': [
    // The author comes before the admin, who finds it gone.
    { path: `/comments/${commentIds.hidden}`, expected: adminsKnow(403) },
    {
      path: `/comments/${commentIds.visible}`,
      expected: { ...onlyAuthor(), admin: 404 },
      keys: { memberKey: 404, authorKey: 404 },
    },
    { path: `/comments/${commentIds.unknown}`, expected: signedIn(404) },
  ],
  // The others have made versions of their own of the gated prompt.
  'GET /api/v1/profile/export': [
    { path: '/profile/export', expected: signedIn(), readers: ['author', ...level1Readers] },
  ],
  'GET /api/v1/profile/deletion': [{ path: '/profile/deletion', expected: signedIn() }],
  'DELETE /api/v1/profile': [
    { path: '/profile', body: { password: 'not the password' }, expected: signedIn(403) },
  ],
  'GET /api/v1/subscription': [{ path: '/subscription', expected: signedIn() }],
  'POST /api/v1/:collection/:slug/views': both('views'),
  'PUT /api/v1/:collection/:slug/vote': both('vote'),
  'DELETE /api/v1/:collection/:slug/vote': both('vote'),
  'PUT /api/v1/:collection/:slug/favorite': both('favorite'),
  'DELETE /api/v1/:collection/:slug/favorite': both('favorite'),
  'POST /api/v1/admin/invitations': [
    { path: '/admin/invitations', body: { email: 'nobody@example.com' }, expected: onlyAdmin() },
  ],
  'GET /api/v1/admin/users': [{ path: '/admin/users', expected: onlyAdmin() }],
  'GET /api/v1/admin/prompts': [{ path: '/admin/prompts', expected: onlyAdmin() }],
  'GET /api/v1/admin/prompts/:id/uses': [
    { path: `/admin/prompts/${itemIds.prompt}/uses`, expected: onlyAdmin() },
  ],
  'POST /api/v1/admin/prompts/:id/restore': [
    { path: `/admin/prompts/${itemIds.prompt}/restore`, expected: onlyAdmin(), readers: ['admin'] },
  ],
  'POST /api/v1/admin/playbooks/:id/restore': [
    { path: `/admin/playbooks/${itemIds.playbook}/restore`, expected: onlyAdmin() },
  ],
  'POST /api/v1/admin/:collection/bulk': [
    {
      path: '/admin/prompts/bulk',
      body: { ids: [itemIds.prompt], change: { category: 'X' } },
      expected: onlyAdmin(),
    },
  ],
  'POST /api/v1/admin/bulk-changes/:id/undo': [
    { path: `/admin/bulk-changes/${commentIds.unknown}/undo`, expected: onlyAdmin(404) },
  ],
  'GET /api/v1/admin/prompt-picker': [
    { path: '/admin/prompt-picker', expected: onlyAdmin(), readers: ['admin'] },
  ],
  'GET /api/v1/admin/prompts/:id': [
    { path: `/admin/prompts/${itemIds.prompt}`, expected: onlyAdmin(), readers: ['admin'] },
    { path: `/admin/prompts/${commentIds.unknown}`, expected: onlyAdmin(404) },
  ],
  'POST /api/v1/admin/prompts': [
    {
      path: '/admin/prompts',
      body: { title: 'Made', prompt_body: 'x', status: 'draft' },
      expected: onlyAdmin(201),
    },
  ],
  'PATCH /api/v1/admin/prompts/:id': [
    {
      path: `/admin/prompts/${itemIds.prompt}`,
      body: { category: 'X' },
      expected: onlyAdmin(),
      readers: ['admin'],
    },
  ],
  'DELETE /api/v1/admin/prompts/:id': [
    { path: `/admin/prompts/${itemIds.prompt}`, expected: onlyAdmin(), keys: { adminKey: 404 } },
  ],
  'GET /api/v1/admin/playbooks': [{ path: '/admin/playbooks', expected: onlyAdmin() }],
  'GET /api/v1/admin/playbooks/:id': [
    { path: `/admin/playbooks/${itemIds.playbook}`, expected: onlyAdmin() },
  ],
  'POST /api/v1/admin/playbooks': [
    { path: '/admin/playbooks', body: { title: 'Made' }, expected: onlyAdmin(201) },
  ],
  'PATCH /api/v1/admin/playbooks/:id': [
    { path: `/admin/playbooks/${itemIds.playbook}`, body: { category: 'X' }, expected: onlyAdmin() },
  ],
  'DELETE /api/v1/admin/playbooks/:id': [
    { path: `/admin/playbooks/${itemIds.playbook}`, expected: onlyAdmin(), keys: { adminKey: 404 } },
  ],
  'GET /api/v1/admin/tiers': [{ path: '/admin/tiers', expected: onlyAdmin() }],
  'POST /api/v1/admin/tiers': [{ path: '/admin/tiers', body: { name: 'Made' }, expected: onlyAdmin(201) }],
  'PATCH /api/v1/admin/tiers/:id': [
    { path: `/admin/tiers/${itemIds.tier}`, body: { price: 500 }, expected: onlyAdmin() },
  ],
  'DELETE /api/v1/admin/tiers/:id': [{ path: `/admin/tiers/${itemIds.tier}`, expected: onlyAdmin() }],
  'GET /api/v1/admin/offers': [{ path: '/admin/offers', expected: onlyAdmin() }],
  'POST /api/v1/admin/offers': [
    { path: '/admin/offers', body: { code: 'MADE', percent_off: 10 }, expected: onlyAdmin(201) },
  ],
  'PATCH /api/v1/admin/offers/:id': [
    { path: `/admin/offers/${itemIds.offer}`, body: { percent_off: 20 }, expected: onlyAdmin() },
  ],
  'GET /api/v1/admin/offers/gifts': [{ path: '/admin/offers/gifts', expected: onlyAdmin() }],
  'GET /api/v1/admin/offers/gifts/export': [{ path: '/admin/offers/gifts/export', expected: onlyAdmin() }],
  'POST /api/v1/admin/offers/gifts': [
    {
      path: '/admin/offers/gifts',
      body: { tier_id: itemIds.giftTier, months: 1 },
      expected: onlyAdmin(201),
    },
  ],
  'POST /api/v1/admin/offers/gifts/:id/revoke': [
    { path: `/admin/offers/gifts/${itemIds.gift}/revoke`, expected: onlyAdmin() },
  ],
  'DELETE /api/v1/admin/offers/:id': [{ path: `/admin/offers/${itemIds.spareOffer}`, expected: onlyAdmin() }],
  'PUT /api/v1/admin/media/:folder/:file': [
    { path: '/admin/media/prompts/x.png', body: 'no image', expected: onlyAdmin(415) },
  ],
  'DELETE /api/v1/admin/media/:folder/:file': [{ path: '/admin/media/prompts/x.png', expected: onlyAdmin() }],
  'POST /api/v1/admin/similar-prompts': [
    { path: '/admin/similar-prompts', body: { prompt_body: 'x' }, expected: onlyAdmin() },
  ],
  ...importCells(onlyAdmin),
  'GET /api/v1/admin/outbox': [{ path: '/admin/outbox', expected: onlyAdmin() }],
  'GET /api/v1/admin/outbox/:id': [{ path: '/admin/outbox/none', expected: onlyAdmin(404) }],
  'GET /functions/v1/unsubscribe': [{ path: '/functions/v1/unsubscribe', expected: each(callers, 404) }],
  'POST /functions/v1/unsubscribe': [{ path: '/functions/v1/unsubscribe', expected: each(callers, 404) }],
  'GET /api/v1/admin/billing-warnings': [{ path: '/admin/billing-warnings', expected: onlyAdmin() }],
  'GET /api/v1/admin/settings': [{ path: '/admin/settings', expected: onlyAdmin() }],
  'PUT /api/v1/admin/settings': [
    { path: '/admin/settings', body: { site_name: 'X' }, expected: onlyAdmin() },
  ],
  // There are no keys.
  'GET /api/v1/admin/site': [{ path: '/admin/site', expected: onlyAdmin() }],
  'PUT /api/v1/admin/site': [{ path: '/admin/site', body: {}, expected: onlyAdmin() }],
  'POST /api/v1/admin/settings/webhook': [{ path: '/admin/settings/webhook', expected: onlyAdmin(409) }],
  'GET /api/v1/subscription/change': [
    { path: `/subscription/change?tier=${itemIds.tier}`, expected: signedIn(409) },
  ],
  'POST /api/v1/subscription/change': [
    {
      path: '/subscription/change',
      body: {
        tier: itemIds.tier,
        interval: 'month',
        proration_date: '2026-01-01T00:00:00.000Z',
        amount_due: 0,
      },
      expected: signedIn(409),
    },
  ],
  'POST /api/v1/subscription/cancel': [{ path: '/subscription/cancel', expected: signedIn(409) }],
  'POST /api/v1/subscription/resume': [{ path: '/subscription/resume', expected: signedIn(409) }],
  'POST /api/v1/subscription/portal': [{ path: '/subscription/portal', expected: signedIn() }],
  'GET /api/v1/checkouts/:id': [{ path: `/checkouts/${itemIds.tier}`, expected: signedIn(404) }],
  'GET /api/v1/sandbox/checkouts/:id': [
    { path: `/sandbox/checkouts/${itemIds.tier}`, expected: signedIn(404) },
  ],
  'POST /api/v1/sandbox/checkouts/:id': [
    { path: `/sandbox/checkouts/${itemIds.tier}`, body: { outcome: 'pay' }, expected: signedIn(404) },
  ],
  'POST /api/v1/sandbox/billing': [
    { path: '/sandbox/billing', body: { action: 'renew' }, expected: signedIn(409) },
  ],
  'POST /functions/v1/create-checkout-session': [
    {
      path: '/functions/v1/create-checkout-session',
      body: { type: 'playbook', playbookId: itemIds.playbook },
      // It is in the trash by now: what an admin knows, and nobody can buy.
      expected: { ...signedIn(404), admin: 409 },
    },
  ],
  'POST /functions/v1/stripe-webhook': [
    { path: '/functions/v1/stripe-webhook', body: {}, expected: each(callers, 400) },
  ],
  'POST /functions/v1/analyze-prompt': [
    {
      path: '/functions/v1/analyze-prompt',
      body: { prompt: 'You are a chef.', promptType: 'Text', optimizationLevel: 0 },
      expected: onlyAdmin(),
    },
  ],
  'POST /functions/v1/send-welcome-email': [
    {
      path: '/functions/v1/send-welcome-email',
      body: { email: 'nobody@example.com' },
      expected: each(callers, 200),
    },
  ],
};

type Contract = { method: string; path: string; access: Access; scope: Scope | undefined };
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'access' in value;

/** Every route of every contract, as `method path`, and who can call it. The path has no prefix: `/prompts/:slug`. */
export const contracts = new Map(
  Object.values(import.meta.glob<object>('../../src/**/*.contract.ts', { eager: true }))
    .flatMap((module) => Object.values(module).filter(isContract))
    .map(({ method, path, access, scope }) => [
      `${method.toUpperCase()} ${path.replaceAll(/{(\w+)}/g, ':$1')}`,
      { access, scope },
    ]),
);

/** Who can call an endpoint of the matrix. The API's description is the only one without a contract. */
export function accessTo(endpoint: string): Access {
  if (endpoint === 'GET /api/v1/openapi.json') return 'anyone';
  return contractOf(endpoint).access;
}

function contractOf(endpoint: string) {
  const contract = contracts.get(endpoint.replace(/ \/(api|functions)\/v1/, ' '));
  if (contract === undefined) throw new Error(`${endpoint} is in no contract.`);
  return contract;
}

/** What a key gets: what its member would, where its scopes allow that; and whether the secret text is in it. */
export function expectedForKey(endpoint: string, cell: Cell, caller: KeyCaller) {
  const access = accessTo(endpoint);
  const { of, scopes } = keyCallers[caller];
  const own = { status: cell.expected[of], reads: cell.readers?.includes(of) ?? false };
  if (access === 'unidentified') return own;
  if (caller === 'endedKey') return { status: 401, reads: false };
  const scope = endpoint === 'GET /api/v1/openapi.json' ? undefined : contractOf(endpoint).scope;
  const isOpen = scope ? (scopes as readonly Scope[]).includes(scope) : access === 'anyone';
  if (!isOpen || (access === 'admin' && of !== 'admin')) return { status: 403, reads: false };
  const status = cell.keys?.[caller] ?? own.status;
  return { status, reads: own.reads && (status ?? 500) < 300 };
}

/** Calls the endpoint of a cell. */
export function callCell(site: TestSite, endpoint: string, { path, body }: Cell, token: string | undefined) {
  const address = path.startsWith('/functions') ? path : `/api/v1${path}`;
  return site.api(endpoint.split(' ')[0] ?? 'GET', address, {
    ...(token ? { token } : {}),
    ...(body ? { body } : {}),
  });
}
