import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import {
  eraseHistoryEntryRoute,
  eraseHistoryRoute,
  getHistoryEntryRoute,
  listHistoryRoute,
} from './history.contract.ts';
import type { createHistoryService } from './history.service.server.ts';

type Parts = { viewers: Viewers; history: ReturnType<typeof createHistoryService> };

export function createHistoryApi({ viewers, history }: Parts) {
  return createRouter(viewers)
    .openapi(listHistoryRoute, async (c) =>
      c.json(await history.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(getHistoryEntryRoute, async (c) =>
      c.json(await history.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(eraseHistoryEntryRoute, async (c) => {
      await history.erase(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(eraseHistoryRoute, async (c) => {
      await history.eraseAll(c.var.viewer);
      return c.json(ok, 200);
    });
}
