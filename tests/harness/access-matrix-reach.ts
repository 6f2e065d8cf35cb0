import {
  type Caller,
  type Cell,
  catalogReaders,
  members,
  onlyAdmin,
  onlyEditors,
  signedIn,
} from './access-matrix-callers.ts';

/** An existing webhook, and a missing one. */
export const webhookIds = {
  one: '00000000-0000-4000-8000-000000000074',
  none: '00000000-0000-4000-8000-000000000075',
};

const path = '/admin/webhooks';
const [one, none] = [`${path}/${webhookIds.one}`, `${path}/${webhookIds.none}`];
const url = 'https://receiver.invalid/hook';

// The item that is free for everyone has the text too; tests/feeds.test.ts covers which texts a plan opens.
const readers: Caller[] = [...members, 'admin'];

/** Endpoints for other programs. Webhooks are for admins only, and closed to keys. */
export const reachMatrix: Record<string, Cell[]> = {
  'GET /api/v1/feed.atom': [{ path: '/feed.atom', expected: signedIn(), readers }],
  'GET /api/v1/feed.json': [{ path: '/feed.json', expected: signedIn(), readers }],
  'GET /api/v1/export': [{ path: '/export', expected: onlyEditors(), readers: catalogReaders }],
  'GET /api/v1/admin/webhooks': [{ path, expected: onlyAdmin() }],
  'POST /api/v1/admin/webhooks': [
    { path, body: { url, events: ['comment.created'] }, expected: onlyAdmin(201) },
    { path, body: { url: 'https://127.0.0.1/', events: ['comment.created'] }, expected: onlyAdmin(422) },
  ],
  'GET /api/v1/admin/webhooks/:id': [
    { path: one, expected: onlyAdmin() },
    { path: none, expected: onlyAdmin(404) },
  ],
  'PATCH /api/v1/admin/webhooks/:id': [
    { path: one, body: { is_enabled: false }, expected: onlyAdmin() },
    { path: none, body: { is_enabled: false }, expected: onlyAdmin(404) },
  ],
  // The webhook is off by now.
  'POST /api/v1/admin/webhooks/:id/test': [{ path: `${one}/test`, expected: onlyAdmin(409) }],
  'POST /api/v1/admin/webhooks/:id/secret': [{ path: `${one}/secret`, expected: onlyAdmin() }],
  'GET /api/v1/admin/webhooks/:id/deliveries': [
    { path: `${one}/deliveries`, expected: onlyAdmin() },
    { path: `${none}/deliveries`, expected: onlyAdmin(404) },
  ],
  'POST /api/v1/admin/webhooks/:id/deliveries/:delivery/resend': [
    { path: `${one}/deliveries/${webhookIds.none}/resend`, expected: onlyAdmin(409) },
  ],
  'POST /api/v1/admin/webhooks/:id/resend-failed': [
    { path: `${one}/resend-failed`, expected: onlyAdmin(409) },
  ],
  'DELETE /api/v1/admin/webhooks/:id': [
    { path: one, expected: onlyAdmin() },
    { path: none, expected: onlyAdmin(404) },
  ],
};
