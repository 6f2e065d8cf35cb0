import {
  adminsKnow,
  both,
  type Cell,
  catalogReaders,
  commentIds,
  everybody,
  fromLevel1,
  itemIds,
  level1Readers,
  members,
  notFor,
  onlyAuthor,
  onlyAuthorKnows,
  onlySupport,
  signedIn,
  slugs,
} from './access-matrix-callers.ts';

/** Hidden comments are only known to those who moderate comments. */
const teamKnows = (status: number) => ({ ...adminsKnow(status), editor: 404, support: status });

/** Prompts and playbooks, and members' actions on them. */
export const libraryMatrix: Record<string, Cell[]> = {
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
    { path: `/prompts/${slugs.draft}`, expected: adminsKnow(), readers: catalogReaders },
    { path: `/prompts/${slugs.unknown}`, expected: signedIn(404) },
  ],
  'POST /api/v1/prompts/:slug/copies': [
    { path: `/prompts/${slugs.free}/copies`, expected: signedIn(), readers: [...members, 'admin'] },
    { path: `/prompts/${slugs.gated}/copies`, expected: fromLevel1, readers: level1Readers },
    { path: `/prompts/${slugs.draft}/copies`, expected: adminsKnow(), readers: catalogReaders },
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
  'GET /api/v1/results/:id': [
    { path: `/results/${itemIds.result}`, expected: onlyAuthorKnows(), readers: ['author'] },
  ],
  'DELETE /api/v1/results/:id': [{ path: `/results/${itemIds.result}`, expected: onlyAuthorKnows() }],
  'GET /api/v1/prompts/:slug/outcomes': [
    { path: `/prompts/${slugs.gated}/outcomes`, expected: signedIn(), readers: catalogReaders },
    { path: `/prompts/${slugs.draft}/outcomes`, expected: adminsKnow(), readers: [] },
    { path: `/prompts/${slugs.unknown}/outcomes`, expected: signedIn(404) },
  ],
  'PUT /api/v1/prompts/:slug/outcomes': [
    {
      path: `/prompts/${slugs.gated}/outcomes`,
      body: { worked: true, model: 'Claude', version: 1 },
      expected: fromLevel1,
      readers: catalogReaders,
    },
    {
      path: `/prompts/${slugs.draft}/outcomes`,
      body: { worked: true, model: 'Claude', version: 1 },
      expected: adminsKnow(),
    },
  ],
  'DELETE /api/v1/prompts/:slug/outcomes': [
    { path: `/prompts/${slugs.gated}/outcomes`, expected: fromLevel1, readers: catalogReaders },
    { path: `/prompts/${slugs.unknown}/outcomes`, expected: signedIn(404) },
  ],
  'GET /api/v1/prompts/:slug/versions': [
    { path: `/prompts/${slugs.gated}/versions`, expected: fromLevel1, readers: [] },
    { path: `/prompts/${slugs.draft}/versions`, expected: adminsKnow() },
    { path: `/prompts/${slugs.unknown}/versions`, expected: signedIn(404) },
  ],
  'GET /api/v1/prompts/:slug/versions/:number': [
    { path: `/prompts/${slugs.gated}/versions/1`, expected: fromLevel1, readers: level1Readers },
    { path: `/prompts/${slugs.draft}/versions/1`, expected: adminsKnow(), readers: catalogReaders },
    { path: `/prompts/${slugs.free}/versions/2`, expected: signedIn(404) },
  ],
  'GET /api/v1/playbooks/:slug': [
    { path: `/playbooks/${slugs.free}`, expected: signedIn(), readers: [...members, 'admin'] },
    { path: `/playbooks/${slugs.gated}`, expected: signedIn(), readers: level1Readers },
    { path: `/playbooks/${slugs.draft}`, expected: adminsKnow(), readers: catalogReaders },
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
      readers: catalogReaders,
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
        { path: path(slugs.draft), expected: adminsKnow(), readers: catalogReaders },
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
  'GET /api/v1/comments/:id': [
    { path: `/comments/${commentIds.visible}`, expected: signedIn(), readers: [] },
    { path: `/comments/${commentIds.hidden}`, expected: teamKnows(200), readers: ['support', 'admin'] },
    { path: `/comments/${commentIds.unknown}`, expected: signedIn(404) },
  ],
  'PATCH /api/v1/comments/:id': [
    { path: `/comments/${commentIds.visible}`, body: { body: 'changed' }, expected: onlyAuthor() },
    { path: `/comments/${commentIds.hidden}`, body: { body: 'changed' }, expected: teamKnows(403) },
    {
      path: `/comments/${commentIds.visible}`,
      body: { status: 'visible' },
      expected: onlySupport(),
      keys: { adminKey: 403 },
    },
    { path: `/comments/${commentIds.unknown}`, body: { body: 'x' }, expected: signedIn(404) },
  ],
  'DELETE /api/v1/comments/:id': [
    // The author deletes it before editors, support and admins are called.
    { path: `/comments/${commentIds.hidden}`, expected: teamKnows(403) },
    {
      path: `/comments/${commentIds.visible}`,
      expected: { ...onlyAuthor(), editor: 404, support: 404, admin: 404 },
      keys: { memberKey: 404, authorKey: 404 },
    },
    { path: `/comments/${commentIds.unknown}`, expected: signedIn(404) },
  ],
  // The others have made their own versions of the gated prompt.
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
};
