import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { pageOf } from '#platform/database/list-page.server.ts';
import { listTiersRoute } from './tiers.contract.ts';
import { byLevel, type createTiersService } from './tiers.service.server.ts';

type Parts = {
  viewers: Viewers;
  tiers: ReturnType<typeof createTiersService>;
};

export function createTiersApi({ viewers, tiers }: Parts) {
  return createRouter(viewers).openapi(listTiersRoute, async (c) =>
    c.json(pageOf('tiers', await tiers.list(), c.req.valid('query'), byLevel), 200),
  );
}
