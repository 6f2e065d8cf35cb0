import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { adminGetEmailRoute, adminListOutboxRoute } from './outbox.contract.ts';
import type { createOutboxService } from './outbox.service.server.ts';

type Parts = { viewers: Viewers; outbox: ReturnType<typeof createOutboxService> };

export function createOutboxApi({ viewers, outbox }: Parts) {
  return createRouter(viewers)
    .openapi(adminListOutboxRoute, async (c) =>
      c.json(await outbox.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminGetEmailRoute, async (c) =>
      c.json(await outbox.get(c.var.viewer, c.req.valid('param').id), 200),
    );
}
