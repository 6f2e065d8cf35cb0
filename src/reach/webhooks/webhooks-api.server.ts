import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { newestFirst, pageOf } from '#platform/database/list-page.server.ts';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getWebhookRoute,
  listDeliveriesRoute,
  listWebhooksRoute,
  resendFailedRoute,
  resendRoute,
  rotateSecretRoute,
  testWebhookRoute,
  updateWebhookRoute,
} from './webhooks.contract.ts';
import type { createWebhooksService } from './webhooks.service.server.ts';

type Parts = { viewers: Viewers; webhooks: ReturnType<typeof createWebhooksService> };

export function createWebhooksApi({ viewers, webhooks }: Parts) {
  return createRouter(viewers)
    .openapi(listWebhooksRoute, async (c) =>
      c.json(pageOf('webhooks', await webhooks.list(c.var.viewer), c.req.valid('query'), newestFirst), 200),
    )
    .openapi(createWebhookRoute, async (c) =>
      c.json(await webhooks.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(getWebhookRoute, async (c) =>
      c.json(await webhooks.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(updateWebhookRoute, async (c) =>
      c.json(await webhooks.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteWebhookRoute, async (c) => {
      await webhooks.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(rotateSecretRoute, async (c) =>
      c.json(await webhooks.rotate(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(testWebhookRoute, async (c) => {
      await webhooks.test(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(listDeliveriesRoute, async (c) =>
      c.json(await webhooks.deliveries(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(resendRoute, async (c) => {
      const { id, delivery } = c.req.valid('param');
      await webhooks.resend(c.var.viewer, id, delivery);
      return c.json(ok, 200);
    })
    .openapi(resendFailedRoute, async (c) =>
      c.json(await webhooks.resendFailed(c.var.viewer, c.req.valid('param').id), 200),
    );
}
