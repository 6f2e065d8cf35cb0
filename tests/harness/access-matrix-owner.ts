import { type Cell, everybody, onlyAdmin } from './access-matrix-callers.ts';

export const pageIds = {
  draft: '00000000-0000-4000-8000-000000000068',
  spare: '00000000-0000-4000-8000-000000000069',
  made: '00000000-0000-4000-8000-00000000006a',
};
const draft = `/admin/pages/${pageIds.draft}`;

/** Endpoints for the owner's own pages. */
export const ownerCells: Record<string, Cell[]> = {
  'GET /api/v1/admin/first-hour': [{ path: '/admin/first-hour', expected: onlyAdmin() }],
  'PUT /api/v1/admin/first-hour': [
    { path: '/admin/first-hour', body: { is_dismissed: true }, expected: onlyAdmin() },
  ],
  'POST /api/v1/admin/test-email': [{ path: '/admin/test-email', expected: onlyAdmin() }],
  'POST /api/v1/admin/settings/test-model': [
    { path: '/admin/settings/test-model', expected: onlyAdmin(409) },
  ],
  'GET /api/v1/pages': [{ path: '/pages', expected: everybody() }],
  'GET /api/v1/admin/pages': [{ path: '/admin/pages', expected: onlyAdmin() }],
  'POST /api/v1/admin/pages': [
    { path: '/admin/pages', body: { id: pageIds.made, kind: 'own' }, expected: onlyAdmin(201) },
  ],
  'GET /api/v1/admin/pages/:id': [{ path: draft, expected: onlyAdmin(), readers: ['admin'] }],
  'PATCH /api/v1/admin/pages/:id': [
    { path: draft, body: { title: 'New' }, expected: onlyAdmin(), readers: ['admin'] },
  ],
  'POST /api/v1/admin/pages/:id/publish': [
    { path: `${draft}/publish`, body: { updated_at: '2026-01-01T00:00:00Z' }, expected: onlyAdmin(409) },
  ],
  'DELETE /api/v1/admin/pages/:id/publish': [
    { path: `${draft}/publish`, expected: onlyAdmin(), readers: ['admin'] },
  ],
  'GET /api/v1/admin/pages/:id/versions': [{ path: `${draft}/versions`, expected: onlyAdmin() }],
  'GET /api/v1/admin/pages/:id/consents': [{ path: `${draft}/consents`, expected: onlyAdmin() }],
  'DELETE /api/v1/admin/pages/:id': [{ path: `/admin/pages/${pageIds.spare}`, expected: onlyAdmin(204) }],
};
