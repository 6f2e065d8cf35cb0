import {
  adminsKnow,
  type Cell,
  catalogReaders,
  fromLevel1,
  itemIds,
  level1Readers,
  notFor,
  onlyEditors,
  signedIn,
  slugs,
} from './access-matrix-callers.ts';

/** Versions of playbooks. The gated one got its step with the secret text in its second version. */
export const versionCells: Record<string, Cell[]> = {
  'GET /api/v1/playbooks/:slug/versions': [
    { path: `/playbooks/${slugs.gated}/versions`, expected: fromLevel1, readers: [] },
    { path: `/playbooks/${slugs.draft}/versions`, expected: adminsKnow() },
    { path: `/playbooks/${slugs.unknown}/versions`, expected: signedIn(404) },
  ],
  'GET /api/v1/playbooks/:slug/versions/:number': [
    { path: `/playbooks/${slugs.gated}/versions/2`, expected: fromLevel1, readers: level1Readers },
    { path: `/playbooks/${slugs.gated}/versions/1`, expected: fromLevel1, readers: [] },
    { path: `/playbooks/${slugs.draft}/versions/1`, expected: adminsKnow(), readers: catalogReaders },
    { path: `/playbooks/${slugs.gated}/versions/9`, expected: notFor(level1Readers, fromLevel1, 404) },
  ],
  'POST /api/v1/admin/playbooks/:id/versions/:number/restore': [
    {
      path: `/admin/playbooks/${itemIds.playbook}/versions/7/restore`,
      body: {},
      expected: onlyEditors(404),
    },
  ],
};
