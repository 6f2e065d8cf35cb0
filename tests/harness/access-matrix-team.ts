import {
  adminsKnow,
  type Cell,
  commentIds,
  itemIds,
  onlyAdmin,
  onlySupport,
  signedIn,
} from './access-matrix-callers.ts';

export const personEmails = { one: 'person@example.com', spare: 'spare-person@example.com' };
const [one, spare] = [`/admin/members/${itemIds.person}`, `/admin/members/${itemIds.sparePerson}`];
const comment = `/admin/comments/${commentIds.hidden}`;
const rules = { words: ['casino'], link_days: 3 };

/** Members as the team manages them, the audit log, and comments that wait for approval. */
export const teamMatrix: Record<string, Cell[]> = {
  'GET /api/v1/admin/members/:id': [
    { path: one, expected: onlySupport(), readers: [] },
    { path: `/admin/members/${commentIds.unknown}`, expected: onlySupport(404) },
  ],
  'PUT /api/v1/admin/members/:id/role': [
    { path: `${one}/role`, body: { role: 'member' }, expected: onlyAdmin() },
  ],
  'PUT /api/v1/admin/members/:id/suspension': [
    { path: `${one}/suspension`, body: { until: null, note: '' }, expected: onlySupport() },
  ],
  'DELETE /api/v1/admin/members/:id/suspension': [{ path: `${one}/suspension`, expected: onlySupport() }],
  'PUT /api/v1/admin/members/:id/plan': [
    { path: `${one}/plan`, body: { tier_id: itemIds.giftTier, until: null }, expected: onlySupport() },
  ],
  'DELETE /api/v1/admin/members/:id/plan': [{ path: `${one}/plan`, expected: onlySupport() }],
  'POST /api/v1/admin/members/:id/emails': [
    { path: `${one}/emails`, body: { kind: 'reset' }, expected: onlySupport() },
    { path: `${one}/emails`, body: { kind: 'confirmation' }, expected: onlySupport(409) },
  ],
  'POST /api/v1/admin/members/:id/sign-out': [{ path: `${one}/sign-out`, expected: onlySupport() }],
  'DELETE /api/v1/admin/members/:id/two-factor': [{ path: `${one}/two-factor`, expected: onlyAdmin() }],
  // Support deletes it before the admin is called.
  'DELETE /api/v1/admin/members/:id': [
    { path: one, body: { email: personEmails.spare }, expected: onlySupport(409) },
    { path: spare, body: { email: personEmails.spare }, expected: { ...onlySupport(), admin: 404 } },
  ],
  'GET /api/v1/admin/audit': [{ path: '/admin/audit', expected: onlyAdmin(), readers: [] }],
  'GET /api/v1/admin/audit/export': [{ path: '/admin/audit/export', expected: onlyAdmin(), readers: [] }],
  // Those who moderate comments can read hidden ones.
  'GET /api/v1/admin/comments': [{ path: '/admin/comments', expected: onlySupport(), readers: [] }],
  'GET /api/v1/admin/comments/:id': [
    { path: comment, expected: onlySupport(), readers: ['support', 'admin'] },
  ],
  'PATCH /api/v1/admin/comments/:id': [
    {
      path: comment,
      body: { decision: 'remove', updated_at: '2026-01-01T00:00:00Z' },
      expected: onlySupport(409),
    },
  ],
  'POST /api/v1/admin/comments/:id/undo': [
    {
      path: `${comment}/undo`,
      body: { decided_at: '2026-01-01T00:00:00Z' },
      expected: onlySupport(409),
    },
  ],
  'GET /api/v1/admin/comment-rules': [{ path: '/admin/comment-rules', expected: onlySupport() }],
  'PUT /api/v1/admin/comment-rules': [{ path: '/admin/comment-rules', body: rules, expected: onlyAdmin() }],
  'PUT /api/v1/comments/:id/report': [
    {
      path: `/comments/${commentIds.visible}/report`,
      body: { reason: 'spam', note: '' },
      expected: { ...signedIn(), author: 403 },
    },
    {
      path: `/comments/${commentIds.hidden}/report`,
      body: { reason: 'spam', note: '' },
      expected: { ...adminsKnow(403), editor: 404, support: 403 },
    },
  ],
};
