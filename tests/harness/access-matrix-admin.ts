import {
  type Cell,
  callers,
  catalogReaders,
  commentIds,
  itemIds,
  onlyAdmin,
  onlyEditors,
  onlySupport,
  statusFor,
} from './access-matrix-callers.ts';
import { importCells } from './access-matrix-imports.ts';

/** The admin area. */
export const adminMatrix: Record<string, Cell[]> = {
  'POST /api/v1/admin/invitations': [
    { path: '/admin/invitations', body: { email: 'nobody@example.com' }, expected: onlyAdmin() },
  ],
  'GET /api/v1/admin/users': [{ path: '/admin/users', expected: onlySupport() }],
  'GET /api/v1/admin/members': [{ path: '/admin/members', expected: onlySupport() }],
  'GET /api/v1/admin/prompts': [{ path: '/admin/prompts', expected: onlyEditors() }],
  'GET /api/v1/admin/prompts/:id/uses': [
    { path: `/admin/prompts/${itemIds.prompt}/uses`, expected: onlyEditors() },
  ],
  'POST /api/v1/admin/prompts/:id/restore': [
    { path: `/admin/prompts/${itemIds.prompt}/restore`, expected: onlyEditors(), readers: catalogReaders },
  ],
  'POST /api/v1/admin/playbooks/:id/restore': [
    { path: `/admin/playbooks/${itemIds.playbook}/restore`, expected: onlyEditors() },
  ],
  'POST /api/v1/admin/:collection/bulk': [
    {
      path: '/admin/prompts/bulk',
      body: { ids: [itemIds.prompt], change: { category: 'X' } },
      expected: onlyEditors(),
    },
  ],
  'POST /api/v1/admin/bulk-changes/:id/undo': [
    { path: `/admin/bulk-changes/${commentIds.unknown}/undo`, expected: onlyEditors(404) },
  ],
  'GET /api/v1/admin/access-levels': [{ path: '/admin/access-levels', expected: onlyEditors() }],
  'GET /api/v1/admin/category-names': [{ path: '/admin/category-names', expected: onlyEditors() }],
  'GET /api/v1/admin/prompt-picker': [
    { path: '/admin/prompt-picker', expected: onlyEditors(), readers: catalogReaders },
  ],
  'GET /api/v1/admin/prompts/:id': [
    { path: `/admin/prompts/${itemIds.prompt}`, expected: onlyEditors(), readers: catalogReaders },
    { path: `/admin/prompts/${commentIds.unknown}`, expected: onlyEditors(404) },
  ],
  'POST /api/v1/admin/prompts': [
    {
      path: '/admin/prompts',
      body: { title: 'Made', prompt_body: 'x', status: 'draft' },
      expected: onlyEditors(201),
    },
  ],
  'PATCH /api/v1/admin/prompts/:id': [
    {
      path: `/admin/prompts/${itemIds.prompt}`,
      body: { category: 'X' },
      expected: onlyEditors(),
      readers: catalogReaders,
    },
  ],
  'DELETE /api/v1/admin/prompts/:id': [
    {
      path: `/admin/prompts/${itemIds.prompt}`,
      expected: { ...onlyEditors(), admin: 404 },
      keys: { adminKey: 404 },
    },
  ],
  'GET /api/v1/admin/playbooks': [{ path: '/admin/playbooks', expected: onlyEditors() }],
  'GET /api/v1/admin/playbooks/:id': [
    { path: `/admin/playbooks/${itemIds.playbook}`, expected: onlyEditors() },
  ],
  'POST /api/v1/admin/playbooks': [
    { path: '/admin/playbooks', body: { title: 'Made' }, expected: onlyEditors(201) },
  ],
  'PATCH /api/v1/admin/playbooks/:id': [
    { path: `/admin/playbooks/${itemIds.playbook}`, body: { category: 'X' }, expected: onlyEditors() },
  ],
  'DELETE /api/v1/admin/playbooks/:id': [
    {
      path: `/admin/playbooks/${itemIds.playbook}`,
      expected: { ...onlyEditors(), admin: 404 },
      keys: { adminKey: 404 },
    },
  ],
  'GET /api/v1/admin/tiers': [{ path: '/admin/tiers', expected: onlyAdmin() }],
  'POST /api/v1/admin/tiers': [{ path: '/admin/tiers', body: { name: 'Made' }, expected: onlyAdmin(201) }],
  'GET /api/v1/admin/tiers/:id': [{ path: `/admin/tiers/${itemIds.tier}`, expected: onlyAdmin() }],
  'PATCH /api/v1/admin/tiers/:id': [
    { path: `/admin/tiers/${itemIds.tier}`, body: { price: 500 }, expected: onlyAdmin() },
  ],
  'DELETE /api/v1/admin/tiers/:id': [{ path: `/admin/tiers/${itemIds.tier}`, expected: onlyAdmin() }],
  'GET /api/v1/admin/offers': [{ path: '/admin/offers', expected: onlyAdmin() }],
  'POST /api/v1/admin/offers': [
    { path: '/admin/offers', body: { code: 'MADE', percent_off: 10 }, expected: onlyAdmin(201) },
  ],
  'GET /api/v1/admin/offers/:id': [{ path: `/admin/offers/${itemIds.offer}`, expected: onlyAdmin() }],
  'PATCH /api/v1/admin/offers/:id': [
    { path: `/admin/offers/${itemIds.offer}`, body: { percent_off: 20 }, expected: onlyAdmin() },
  ],
  'GET /api/v1/admin/offers/gifts': [{ path: '/admin/offers/gifts', expected: onlyAdmin() }],
  'GET /api/v1/admin/offers/gifts/export': [{ path: '/admin/offers/gifts/export', expected: onlyAdmin() }],
  'POST /api/v1/admin/offers/gifts': [
    {
      path: '/admin/offers/gifts',
      body: { tier_id: itemIds.giftTier, months: 1 },
      expected: onlyAdmin(201),
    },
  ],
  'POST /api/v1/admin/offers/gifts/:id/revoke': [
    { path: `/admin/offers/gifts/${itemIds.gift}/revoke`, expected: onlyAdmin() },
  ],
  'DELETE /api/v1/admin/offers/:id': [{ path: `/admin/offers/${itemIds.spareOffer}`, expected: onlyAdmin() }],
  'PUT /api/v1/admin/media/:folder/:file': [
    { path: '/admin/media/prompts/x.png', body: 'no image', expected: onlyEditors(415) },
    { path: '/admin/media/site/x.png', body: 'no image', expected: onlyAdmin(415) },
  ],
  'DELETE /api/v1/admin/media/:folder/:file': [
    { path: '/admin/media/prompts/x.png', expected: onlyEditors() },
  ],
  'POST /api/v1/admin/similar-prompts': [
    { path: '/admin/similar-prompts', body: { prompt_body: 'x' }, expected: onlyEditors() },
  ],
  ...importCells(onlyEditors),
  'GET /api/v1/admin/outbox': [{ path: '/admin/outbox', expected: onlyAdmin() }],
  'GET /api/v1/admin/outbox/:id': [{ path: '/admin/outbox/none', expected: onlyAdmin(404) }],
  'GET /functions/v1/unsubscribe': [{ path: '/functions/v1/unsubscribe', expected: statusFor(callers, 404) }],
  'POST /functions/v1/unsubscribe': [
    { path: '/functions/v1/unsubscribe', expected: statusFor(callers, 404) },
  ],
  'GET /api/v1/admin/billing-warnings': [{ path: '/admin/billing-warnings', expected: onlyAdmin() }],
  'GET /api/v1/admin/settings': [{ path: '/admin/settings', expected: onlyAdmin() }],
  'PUT /api/v1/admin/settings': [
    { path: '/admin/settings', body: { site_name: 'X' }, expected: onlyAdmin() },
  ],
  // No payment keys are set.
  'GET /api/v1/admin/site': [{ path: '/admin/site', expected: onlyAdmin() }],
  'PUT /api/v1/admin/site': [{ path: '/admin/site', body: {}, expected: onlyAdmin() }],
  'POST /api/v1/admin/settings/webhook': [{ path: '/admin/settings/webhook', expected: onlyAdmin(409) }],
};
