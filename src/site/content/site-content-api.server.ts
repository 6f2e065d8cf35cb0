import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import type { createSiteContentService } from './public/site-content.service.server.ts';
import { adminGetSiteRoute, adminSetSiteRoute } from './site-content.contract.ts';

type Parts = { viewers: Viewers; siteContent: ReturnType<typeof createSiteContentService> };

export function createSiteContentApi({ viewers, siteContent }: Parts) {
  return createRouter(viewers)
    .openapi(adminGetSiteRoute, async (c) => c.json(await siteContent.get(c.var.viewer), 200))
    .openapi(adminSetSiteRoute, async (c) =>
      c.json(await siteContent.set(c.var.viewer, c.req.valid('json')), 200),
    );
}
