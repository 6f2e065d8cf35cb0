import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { figureSummaryRoute, figuresRoute } from './figures.contract.ts';
import type { createFiguresService } from './figures.service.server.ts';

type Parts = { viewers: Viewers; figures: ReturnType<typeof createFiguresService> };

export function createFiguresApi({ viewers, figures }: Parts) {
  return createRouter(viewers)
    .openapi(figureSummaryRoute, async (c) => c.json(await figures.summary(c.var.viewer), 200))
    .openapi(figuresRoute, async (c) =>
      c.json(await figures.report(c.var.viewer, c.req.valid('query')), 200),
    );
}
