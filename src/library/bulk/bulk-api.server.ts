import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { accessLevelsRoute, bulkChangeRoute, undoBulkRoute } from './bulk.contract.ts';
import type { createBulkService } from './bulk.service.server.ts';

type Parts = { viewers: Viewers; bulk: ReturnType<typeof createBulkService> };

export function createBulkApi({ viewers, bulk }: Parts) {
  return createRouter(viewers)
    .openapi(accessLevelsRoute, async (c) => c.json(await bulk.levels(c.var.viewer), 200))
    .openapi(bulkChangeRoute, async (c) => {
      const { collection } = c.req.valid('param');
      return c.json(await bulk.update(c.var.viewer, collection, c.req.valid('json')), 200);
    })
    .openapi(undoBulkRoute, async (c) => c.json(await bulk.undo(c.var.viewer, c.req.valid('param').id), 200));
}
