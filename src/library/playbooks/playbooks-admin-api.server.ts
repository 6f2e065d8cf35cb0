import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import {
  adminCreatePlaybookRoute,
  adminDeletePlaybookRoute,
  adminGetPlaybookRoute,
  adminListPlaybooksRoute,
  adminUpdatePlaybookRoute,
  restorePlaybookRoute,
} from './playbooks-admin.contract.ts';
import type { createPlaybooksAdminService } from './playbooks-admin.service.server.ts';

type Parts = { viewers: Viewers; playbooksAdmin: ReturnType<typeof createPlaybooksAdminService> };

export function createPlaybooksAdminApi({ viewers, playbooksAdmin }: Parts) {
  return createRouter(viewers)
    .openapi(adminListPlaybooksRoute, async (c) =>
      c.json(await playbooksAdmin.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminGetPlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminCreatePlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminUpdatePlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeletePlaybookRoute, async (c) => {
      await playbooksAdmin.delete(c.var.viewer, c.req.valid('param').id, {
        isForever: c.req.valid('query').forever,
      });
      return c.json(ok, 200);
    })
    .openapi(restorePlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.restore(c.var.viewer, c.req.valid('param').id), 200),
    );
}
