import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { lastChangedFirst, pageOf } from '#platform/database/list-page.server.ts';
import {
  createMyVersionRoute,
  deleteMyVersionRoute,
  getMyVersionRoute,
  listMyVersionsRoute,
  mergeMyVersionRoute,
  updateMyVersionRoute,
} from './my-versions.contract.ts';
import type { createMyVersionsService } from './my-versions.service.server.ts';

type Parts = { viewers: Viewers; myVersions: ReturnType<typeof createMyVersionsService> };

export function createMyVersionsApi({ viewers, myVersions }: Parts) {
  return createRouter(viewers)
    .openapi(listMyVersionsRoute, async (c) => {
      const query = c.req.valid('query');
      return c.json(
        pageOf('my versions', await myVersions.list(c.var.viewer, query.prompt), query, lastChangedFirst),
        200,
      );
    })
    .openapi(createMyVersionRoute, async (c) =>
      c.json(await myVersions.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(getMyVersionRoute, async (c) =>
      c.json(await myVersions.get(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(updateMyVersionRoute, async (c) =>
      c.json(await myVersions.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteMyVersionRoute, async (c) => {
      await myVersions.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(mergeMyVersionRoute, async (c) =>
      c.json(await myVersions.merge(c.var.viewer, c.req.valid('param').id), 200),
    );
}
