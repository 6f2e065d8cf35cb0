import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { newestFirst, pageOf } from '#platform/database/list-page.server.ts';
import { createKeyRoute, deleteKeyRoute, listKeysRoute } from './keys.contract.ts';
import type { createKeysService } from './keys.service.server.ts';

type Parts = { viewers: Viewers; keys: ReturnType<typeof createKeysService> };

export function createKeysApi({ viewers, keys }: Parts) {
  return createRouter(viewers)
    .openapi(listKeysRoute, async (c) =>
      c.json(pageOf('keys', await keys.list(c.var.viewer), c.req.valid('query'), newestFirst), 200),
    )
    .openapi(createKeyRoute, async (c) => c.json(await keys.create(c.var.viewer, c.req.valid('json')), 201))
    .openapi(deleteKeyRoute, async (c) => {
      await keys.revoke(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    });
}
