import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { getOutcomesRoute, removeOutcomeRoute, reportOutcomeRoute } from './outcomes.contract.ts';
import type { createOutcomesService } from './outcomes.service.server.ts';

type Parts = {
  viewers: Viewers;
  outcomes: ReturnType<typeof createOutcomesService>;
};

export function createOutcomesApi({ viewers, outcomes }: Parts) {
  return createRouter(viewers)
    .openapi(getOutcomesRoute, async (c) =>
      c.json(await outcomes.get(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(reportOutcomeRoute, async (c) =>
      c.json(await outcomes.report(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 200),
    )
    .openapi(removeOutcomeRoute, async (c) =>
      c.json(await outcomes.remove(c.var.viewer, c.req.valid('param').slug), 200),
    );
}
