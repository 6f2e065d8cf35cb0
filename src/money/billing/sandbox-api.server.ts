import { requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { createRouter } from '#platform/http.server.ts';
import type { BillingService } from './billing.service.server.ts';
import {
  actInSandboxRoute,
  concludeSandboxCheckoutRoute,
  getSandboxCheckoutRoute,
} from './sandbox.contract.ts';

/** The sandbox's part of the data API; 404 as soon as payments are real. */
export function createSandboxApi({ payments }: BillingService) {
  return createRouter<{ viewer: Viewer }>()
    .openapi(getSandboxCheckoutRoute, async (c) => {
      const { userId } = requireSignedIn(c.var.viewer);
      const sandbox = await payments.requireSandbox();
      const session = await sandbox.session(userId, c.req.valid('param').id);
      const { name, amount, interval, trialDays: trial_days, status } = session;
      return c.json({ name, amount, interval, trial_days, status }, 200);
    })
    .openapi(concludeSandboxCheckoutRoute, async (c) => {
      const { userId } = requireSignedIn(c.var.viewer);
      const sandbox = await payments.requireSandbox();
      const { outcome } = c.req.valid('json');
      return c.json({ url: await sandbox.conclude(userId, c.req.valid('param').id, outcome) }, 200);
    })
    .openapi(actInSandboxRoute, async (c) => {
      const { userId } = requireSignedIn(c.var.viewer);
      const sandbox = await payments.requireSandbox();
      await sandbox.act(userId, c.req.valid('json').action);
      return c.json({ ok: true as const }, 200);
    });
}
