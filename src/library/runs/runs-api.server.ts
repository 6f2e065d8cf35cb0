import { createRouter } from '#access/router.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { ok } from '#platform/contract/contract.ts';
import { lastChangedFirst, pageOf } from '#platform/database/list-page.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import type { Run } from './runs.contract.ts';
import {
  deleteRunRoute,
  exportRunRoute,
  getRunRoute,
  listRunsRoute,
  saveRunStepRoute,
  startRunRoute,
  updateRunRoute,
} from './runs.contract.ts';
import type { createRunsService } from './runs.service.server.ts';

type Parts = {
  viewers: Viewers;
  runs: ReturnType<typeof createRunsService>;
  exportRun: (viewer: Viewer, run: Run) => Promise<string>;
};

export function createRunsApi({ viewers, runs, exportRun }: Parts) {
  return createRouter(viewers)
    .openapi(startRunRoute, async (c) =>
      c.json(await runs.start(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 201),
    )
    .openapi(listRunsRoute, async (c) =>
      c.json(pageOf('runs', await runs.list(c.var.viewer), c.req.valid('query'), lastChangedFirst), 200),
    )
    .openapi(getRunRoute, async (c) => c.json(await runs.get(c.var.viewer, c.req.valid('param').id), 200))
    .openapi(updateRunRoute, async (c) =>
      c.json(await runs.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteRunRoute, async (c) => {
      await runs.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(saveRunStepRoute, async (c) => {
      const { id, n } = c.req.valid('param');
      return c.json(await runs.saveStep(c.var.viewer, id, n, c.req.valid('json')), 200);
    })
    .openapi(exportRunRoute, async (c) => {
      const run = await runs.get(c.var.viewer, c.req.valid('param').id);
      const body = await exportRun(c.var.viewer, run);
      const name = `${slugify(run.name, 'run')}.md`;
      return sendFile(c, { type: 'text/markdown; charset=utf-8', body, name });
    });
}
