import { type Cell, callers, onlyAdmin, statusFor } from './access-matrix-callers.ts';

export const mailingIds = {
  draft: '00000000-0000-4000-8000-000000000090',
  spare: '00000000-0000-4000-8000-000000000091',
  sent: '00000000-0000-4000-8000-000000000092',
  made: '00000000-0000-4000-8000-000000000093',
};
const { draft, spare, sent, made } = mailingIds;
const path = '/admin/mailings';

/** Email programs and servers send no token that matters. */
const whoever = statusFor(callers, 200);
const reading = { expected: onlyAdmin(), readers: ['admin' as const] };

/** Endpoints for emails to members, and for bounces and opens. */
export const mailingCells: Record<string, Cell[]> = {
  'GET /api/v1/admin/mailings': [{ path, expected: onlyAdmin() }],
  'POST /api/v1/admin/mailings': [{ path, body: { id: made }, expected: onlyAdmin(201) }],
  'POST /api/v1/admin/mailings/preview': [
    { path: `${path}/preview`, body: { subject: 'News', body: 'Hello' }, expected: onlyAdmin() },
  ],
  'POST /api/v1/admin/mailings/audience': [
    {
      path: `${path}/audience`,
      body: { segment: { plans: [], seen: null, category: null } },
      expected: onlyAdmin(),
    },
  ],
  'GET /api/v1/admin/mailings/bounces': [{ path: `${path}/bounces`, expected: onlyAdmin() }],
  'DELETE /api/v1/admin/mailings/bounces/:id': [
    { path: `${path}/bounces/${made}`, expected: onlyAdmin(404) },
  ],
  'GET /api/v1/admin/mailings/:id': [{ path: `${path}/${draft}`, ...reading }],
  'PATCH /api/v1/admin/mailings/:id': [{ path: `${path}/${draft}`, body: { subject: 'New' }, ...reading }],
  'POST /api/v1/admin/mailings/:id/test': [
    {
      path: `${path}/${draft}/test`,
      body: { updated_at: '2026-01-01T00:00:00Z' },
      expected: onlyAdmin(409),
    },
  ],
  'POST /api/v1/admin/mailings/:id/send': [
    {
      path: `${path}/${draft}/send`,
      body: { send_at: null, updated_at: '2026-01-01T00:00:00Z' },
      expected: onlyAdmin(409),
    },
  ],
  'POST /api/v1/admin/mailings/:id/stop': [{ path: `${path}/${sent}/stop`, expected: onlyAdmin(409) }],
  'POST /api/v1/admin/mailings/:id/resume': [{ path: `${path}/${sent}/resume`, expected: onlyAdmin(409) }],
  'GET /api/v1/admin/mailings/:id/recipients': [
    { path: `${path}/${sent}/recipients`, expected: onlyAdmin() },
  ],
  'DELETE /api/v1/admin/mailings/:id': [{ path: `${path}/${spare}`, expected: onlyAdmin(204) }],
  'POST /functions/v1/bounce': [{ path: '/functions/v1/bounce', body: { to: 'nobody' }, expected: whoever }],
  'GET /functions/v1/opened/:token': [{ path: '/functions/v1/opened/unknown', expected: whoever }],
};
