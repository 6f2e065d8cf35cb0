import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { getVersionRoute, listVersionsRoute } from './versions.contract.ts';
import type { createVersionsService } from './versions.service.server.ts';

type Parts = {
  viewers: Viewers;
  versions: ReturnType<typeof createVersionsService>;
};

export function createVersionsApi({ viewers, versions }: Parts) {
  return createRouter(viewers)
    .openapi(listVersionsRoute, async (c) =>
      c.json(await versions.list(c.var.viewer, c.req.valid('param').slug, c.req.valid('query')), 200),
    )
    .openapi(getVersionRoute, async (c) => {
      const { slug, number } = c.req.valid('param');
      return c.json(await versions.get(c.var.viewer, slug, number), 200);
    });
}
