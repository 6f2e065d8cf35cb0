import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import type { createProfileService } from './profile.service.server.ts';
import { getAllowanceRoute, getProfileRoute, updateProfileRoute } from './public/profile.contract.ts';

type Parts = {
  viewers: Viewers;
  profile: ReturnType<typeof createProfileService>;
};

export function createProfileApi({ viewers, profile }: Parts) {
  return createRouter(viewers)
    .openapi(getProfileRoute, async (c) => c.json(await profile.get(c.var.viewer), 200))
    .openapi(getAllowanceRoute, async (c) => c.json(await profile.allowance(c.var.viewer), 200))
    .openapi(updateProfileRoute, async (c) =>
      c.json(await profile.update(c.var.viewer, c.req.valid('json')), 200),
    );
}
