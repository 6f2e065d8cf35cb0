import {
  adminsKnow,
  type Cell,
  everybody,
  giftCodes,
  itemIds,
  onlyAuthorKnows,
  onlyEditors,
  signedIn,
} from './access-matrix-callers.ts';

/** Public data of the site, and the caller's own account. */
export const accountMatrix: Record<string, Cell[]> = {
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
  // Only the first member can redeem it.
  'POST /api/v1/gifts/:code/redeem': [
    { path: `/gifts/${giftCodes.open}/redeem`, expected: { ...signedIn(409), free: 200 } },
    { path: '/gifts/unknown/redeem', expected: signedIn(404) },
  ],
  'GET /api/v1/categories': [{ path: '/categories', expected: everybody() }],
  'GET /api/v1/openapi.json': [{ path: '/openapi.json', expected: everybody() }],
  'GET /api/v1/keys': [{ path: '/keys', expected: signedIn(), readers: [] }],
  'POST /api/v1/keys': [
    { path: '/keys', body: { name: 'Mine', scopes: ['library:read'] }, expected: signedIn(201) },
    { path: '/keys', body: { name: 'Mine', scopes: ['catalog:write'] }, expected: onlyEditors(201) },
  ],
  'DELETE /api/v1/keys/:id': [{ path: `/keys/${itemIds.apiKey}`, expected: onlyAuthorKnows() }],
  'GET /api/v1/connections': [{ path: '/connections', expected: signedIn() }],
  'DELETE /api/v1/connections/:uid': [{ path: '/connections/none', expected: signedIn(404) }],
  // No request was started in this browser.
  'GET /api/v1/connections/requests/:uid': [{ path: '/connections/requests/none', expected: signedIn(404) }],
  'POST /api/v1/connections/requests/:uid': [
    { path: '/connections/requests/none', body: { allow: true }, expected: signedIn(404) },
  ],
  'GET /api/v1/sessions': [{ path: '/sessions', expected: signedIn(), readers: [] }],
  'POST /api/v1/sessions/confirm': [
    { path: '/sessions/confirm', body: { password: 'wrong' }, expected: signedIn(403) },
  ],
  'DELETE /api/v1/sessions/:id': [{ path: `/sessions/${itemIds.prompt}`, expected: signedIn(404) }],
  'GET /api/v1/profile': [{ path: '/profile', expected: signedIn() }],
  'GET /api/v1/allowance': [{ path: '/allowance', expected: signedIn() }],
  'PATCH /api/v1/profile': [{ path: '/profile', body: { bio: 'x' }, expected: signedIn() }],
  'GET /api/v1/values': [{ path: '/values', expected: signedIn() }],
  'PUT /api/v1/values': [{ path: '/values', body: { values: { tone: 'dry' } }, expected: signedIn() }],
  'DELETE /api/v1/values': [{ path: '/values', expected: signedIn() }],
};
