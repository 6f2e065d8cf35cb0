import type { Caller, Cell } from './access-matrix-callers.ts';

const unknown = '00000000-0000-4000-8000-000000000071';

/** Imports on the web. */
export const importCells = (
  onlyAdmin: (status?: number) => Partial<Record<Caller, number>>,
): Record<string, Cell[]> => ({
  'GET /api/v1/admin/imports': [{ path: '/admin/imports', expected: onlyAdmin() }],
  'PUT /api/v1/admin/imports/:id': [
    { path: `/admin/imports/${unknown}?name=list.txt`, body: {}, expected: onlyAdmin(415) },
  ],
  'GET /api/v1/admin/imports/:id': [{ path: `/admin/imports/${unknown}`, expected: onlyAdmin(404) }],
  'GET /api/v1/admin/imports/:id/rows': [
    { path: `/admin/imports/${unknown}/rows`, expected: onlyAdmin(404) },
  ],
  'POST /api/v1/admin/imports/:id/check': [
    { path: `/admin/imports/${unknown}/check`, body: {}, expected: onlyAdmin(404) },
  ],
  'POST /api/v1/admin/imports/:id/start': [
    { path: `/admin/imports/${unknown}/start`, expected: onlyAdmin(404) },
  ],
  'POST /api/v1/admin/imports/:id/undo': [
    { path: `/admin/imports/${unknown}/undo`, expected: onlyAdmin(404) },
  ],
  'DELETE /api/v1/admin/imports/:id': [{ path: `/admin/imports/${unknown}`, expected: onlyAdmin(404) }],
});
