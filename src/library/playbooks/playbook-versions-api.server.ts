import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import {
  getPlaybookVersionRoute,
  listPlaybookVersionsRoute,
  restorePlaybookVersionRoute,
} from './playbook-versions.contract.ts';
import type { createPlaybookVersionsService } from './playbook-versions.service.server.ts';

type Parts = { viewers: Viewers; playbookVersions: ReturnType<typeof createPlaybookVersionsService> };

export function createPlaybookVersionsApi({ viewers, playbookVersions }: Parts) {
  return createRouter(viewers)
    .openapi(listPlaybookVersionsRoute, async (c) =>
      c.json(await playbookVersions.list(c.var.viewer, c.req.valid('param').slug, c.req.valid('query')), 200),
    )
    .openapi(getPlaybookVersionRoute, async (c) => {
      const { slug, number } = c.req.valid('param');
      return c.json(await playbookVersions.get(c.var.viewer, slug, number, c.req.valid('query')), 200);
    })
    .openapi(restorePlaybookVersionRoute, async (c) => {
      const { id, number } = c.req.valid('param');
      return c.json(await playbookVersions.restore(c.var.viewer, id, number, c.req.valid('json')), 200);
    });
}
