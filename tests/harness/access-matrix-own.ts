import {
  adminsKnow,
  type Cell,
  catalogReaders,
  fromLevel1,
  itemIds,
  level1Readers,
  madeByAuthor,
  onlyAuthorKnows,
  signedIn,
  slugs,
} from './access-matrix-callers.ts';

/** Members' own data: runs, collections, history, own versions. */
export const ownMatrix: Record<string, Cell[]> = {
  'POST /api/v1/playbooks/:slug/runs': [
    {
      path: `/playbooks/${slugs.gated}/runs`,
      body: {},
      expected: { ...fromLevel1, level1: 201, level2: 201, editor: 201, admin: 201 },
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
  // The playbook is locked for the run's member.
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
  // It contains a free, a gated and an unpublished item, but no answer has their texts.
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
  'GET /api/v1/collections/:id/items/:item': [
    {
      path: `/collections/${itemIds.collection}/items/${itemIds.collectionItem}`,
      expected: onlyAuthorKnows(),
      readers: [],
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
  // The member copied a free text and, on an earlier plan, a gated one.
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
  // A version of the gated prompt from an earlier plan: its own text stays readable, the original is locked.
  'GET /api/v1/my-versions': [
    { path: '/my-versions', expected: signedIn(), readers: [] },
    { path: `/my-versions?prompt=${slugs.gated}`, expected: signedIn(), readers: [] },
  ],
  'POST /api/v1/my-versions': [
    {
      path: '/my-versions',
      body: { prompt: slugs.gated },
      expected: { ...fromLevel1, level1: 201, level2: 201, editor: 201, admin: 201 },
      readers: level1Readers,
    },
    {
      path: '/my-versions',
      body: { prompt: slugs.draft },
      expected: adminsKnow(201),
      readers: catalogReaders,
    },
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
};
