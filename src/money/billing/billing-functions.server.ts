import { requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { createRouter, errorAnswer, limitBody } from '#platform/http.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { BillingService } from './billing.service.server.ts';
import { createCheckoutRoute } from './public/billing.contract.ts';

/** `create-checkout-session` and `stripe-webhook` under `/functions/v1`. */
export function createBillingFunctions(billing: BillingService, viewers: Viewers, log: Log) {
  const router = createRouter<{ viewer: Viewer }>();
  router.onError(errorAnswer(log));
  router.use('/create-checkout-session', limitBody, async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.set('viewer', await viewers.fromHeader(c.req.header('authorization')));
    requireSignedIn(c.var.viewer);
    await next();
  });
  router.openapi(createCheckoutRoute, async (c) =>
    c.json({ url: await billing.checkout.start(c.var.viewer, c.req.valid('json')) }, 200),
  );
  // The signature is over the bytes as they came, so nothing parses them before it is checked.
  router.post('/stripe-webhook', limitBody, async (c) => {
    await billing.events.receive(Buffer.from(await c.req.arrayBuffer()), c.req.header('stripe-signature'));
    return c.json({ received: true });
  });
  return router;
}
