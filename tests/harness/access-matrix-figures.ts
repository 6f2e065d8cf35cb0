import { type Cell, onlyAdmin } from './access-matrix-callers.ts';

export const categoryIds = {
  one: '00000000-0000-4000-8000-000000000085',
  spare: '00000000-0000-4000-8000-000000000086',
  made: '00000000-0000-4000-8000-000000000088',
};
const one = `/admin/categories/${categoryIds.one}`;

/** The site's figures and categories. */
export const figureCells: Record<string, Cell[]> = {
  'GET /api/v1/admin/figures/summary': [{ path: '/admin/figures/summary', expected: onlyAdmin() }],
  'GET /api/v1/admin/figures': [{ path: '/admin/figures?unit=week', expected: onlyAdmin() }],
  'GET /api/v1/admin/categories': [{ path: '/admin/categories', expected: onlyAdmin() }],
  'POST /api/v1/admin/categories': [
    {
      path: '/admin/categories',
      body: { id: categoryIds.made, name: 'Made by the matrix' },
      expected: onlyAdmin(201),
    },
  ],
  'PUT /api/v1/admin/categories/order': [
    { path: '/admin/categories/order', body: { ids: [categoryIds.one] }, expected: onlyAdmin() },
  ],
  'GET /api/v1/admin/categories/:id': [{ path: one, expected: onlyAdmin() }],
  'PATCH /api/v1/admin/categories/:id': [
    { path: one, body: { description: 'About it' }, expected: onlyAdmin() },
  ],
  'POST /api/v1/admin/categories/:id/merge': [
    { path: `${one}/merge`, body: { into: categoryIds.one }, expected: onlyAdmin(409) },
  ],
  'DELETE /api/v1/admin/categories/:id': [
    { path: `/admin/categories/${categoryIds.spare}`, expected: onlyAdmin(204) },
  ],
};
