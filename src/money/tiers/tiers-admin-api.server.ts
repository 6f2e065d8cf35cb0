import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { pageOf } from '#platform/database/list-page.server.ts';
import { byLevel } from './tiers.service.server.ts';
import {
  adminCreateTierRoute,
  adminDeleteTierRoute,
  adminGetTierRoute,
  adminListTiersRoute,
  adminUpdateTierRoute,
} from './tiers-admin.contract.ts';
import type { createTiersAdminService } from './tiers-admin.service.server.ts';

type Parts = { viewers: Viewers; tiersAdmin: ReturnType<typeof createTiersAdminService> };

export function createTiersAdminApi({ viewers, tiersAdmin }: Parts) {
  return createRouter(viewers)
    .openapi(adminListTiersRoute, async (c) =>
      c.json(pageOf('admin tiers', await tiersAdmin.list(c.var.viewer), c.req.valid('query'), byLevel), 200),
    )
    .openapi(adminCreateTierRoute, async (c) =>
      c.json(await tiersAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminGetTierRoute, async (c) =>
      c.json(await tiersAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminUpdateTierRoute, async (c) =>
      c.json(await tiersAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeleteTierRoute, async (c) => {
      await tiersAdmin.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    });
}
