import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { pageOf } from '#platform/database/list-page.server.ts';
import { getRecentRoute } from './recent.contract.ts';
import type { createRecentService } from './recent.service.server.ts';
import { getStatsRoute } from './stats.contract.ts';
import type { createStatsService } from './stats.service.server.ts';

type Parts = {
  viewers: Viewers;
  stats: ReturnType<typeof createStatsService>;
  recent: ReturnType<typeof createRecentService>;
};

export function createDashboardApi({ viewers, stats, recent }: Parts) {
  return createRouter(viewers)
    .openapi(getStatsRoute, async (c) => c.json(await stats.get(c.var.viewer), 200))
    .openapi(getRecentRoute, async (c) =>
      c.json(
        pageOf('recent', await recent.list(c.var.viewer), c.req.valid('query'), ({ used_at, slug }) => [
          -Date.parse(used_at),
          slug,
        ]),
        200,
      ),
    );
}
