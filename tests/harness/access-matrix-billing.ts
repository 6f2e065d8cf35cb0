import { type Cell, callers, itemIds, onlyEditors, signedIn, statusFor } from './access-matrix-callers.ts';

/** Plans, checkouts, and the functions. */
export const billingMatrix: Record<string, Cell[]> = {
  'GET /api/v1/subscription/change': [
    { path: `/subscription/change?tier=${itemIds.tier}`, expected: signedIn(409) },
  ],
  'POST /api/v1/subscription/change': [
    {
      path: '/subscription/change',
      body: {
        tier: itemIds.tier,
        interval: 'month',
        proration_date: '2026-01-01T00:00:00.000Z',
        amount_due: 0,
      },
      expected: signedIn(409),
    },
  ],
  'POST /api/v1/subscription/cancel': [{ path: '/subscription/cancel', expected: signedIn(409) }],
  'POST /api/v1/subscription/resume': [{ path: '/subscription/resume', expected: signedIn(409) }],
  'POST /api/v1/subscription/portal': [{ path: '/subscription/portal', expected: signedIn() }],
  'GET /api/v1/checkouts/:id': [{ path: `/checkouts/${itemIds.tier}`, expected: signedIn(404) }],
  'GET /api/v1/sandbox/checkouts/:id': [
    { path: `/sandbox/checkouts/${itemIds.tier}`, expected: signedIn(404) },
  ],
  'POST /api/v1/sandbox/checkouts/:id': [
    { path: `/sandbox/checkouts/${itemIds.tier}`, body: { outcome: 'pay' }, expected: signedIn(404) },
  ],
  'POST /api/v1/sandbox/billing': [
    { path: '/sandbox/billing', body: { action: 'renew' }, expected: signedIn(409) },
  ],
  'POST /functions/v1/create-checkout-session': [
    {
      path: '/functions/v1/create-checkout-session',
      body: { type: 'playbook', playbookId: itemIds.playbook },
      // It is in the trash by now, so admins and editors know it, and nobody can buy it.
      expected: { ...signedIn(404), editor: 409, admin: 409 },
    },
  ],
  'POST /functions/v1/stripe-webhook': [
    { path: '/functions/v1/stripe-webhook', body: {}, expected: statusFor(callers, 400) },
  ],
  'POST /functions/v1/analyze-prompt': [
    {
      path: '/functions/v1/analyze-prompt',
      body: { prompt: 'You are a chef.', promptType: 'Text', optimizationLevel: 0 },
      expected: onlyEditors(),
    },
  ],
  'POST /functions/v1/send-welcome-email': [
    {
      path: '/functions/v1/send-welcome-email',
      body: { email: 'nobody@example.com' },
      expected: statusFor(callers, 200),
    },
  ],
};
