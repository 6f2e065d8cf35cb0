import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import type { createBillingService } from './billing.service.server.ts';
import { adminBillingWarningsRoute } from './billing-warnings.contract.ts';
import {
  cancelPlanRoute,
  changePlanRoute,
  getCheckoutRoute,
  getSubscriptionRoute,
  portalRoute,
  previewChangeRoute,
  resumePlanRoute,
} from './public/billing.contract.ts';

type Parts = {
  viewers: Viewers;
  billing: ReturnType<typeof createBillingService>;
};

export function createBillingApi({ viewers, billing }: Parts) {
  return createRouter(viewers)
    .openapi(getSubscriptionRoute, async (c) => c.json(await billing.subscription.view(c.var.viewer), 200))
    .openapi(previewChangeRoute, async (c) => {
      const { tier, interval } = c.req.valid('query');
      return c.json(await billing.subscription.preview(c.var.viewer, tier, interval), 200);
    })
    .openapi(changePlanRoute, async (c) =>
      c.json(await billing.subscription.update(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(cancelPlanRoute, async (c) => c.json(await billing.subscription.cancel(c.var.viewer), 200))
    .openapi(resumePlanRoute, async (c) => c.json(await billing.subscription.resume(c.var.viewer), 200))
    .openapi(portalRoute, async (c) => c.json({ url: await billing.subscription.portal(c.var.viewer) }, 200))
    .openapi(getCheckoutRoute, async (c) =>
      c.json(await billing.checkout.state(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminBillingWarningsRoute, async (c) => c.json(await billing.warnings(c.var.viewer), 200));
}
