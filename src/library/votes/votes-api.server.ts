import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { addVoteRoute, removeVoteRoute } from './votes.contract.ts';
import type { createVotesService } from './votes.service.server.ts';

type Parts = {
  viewers: Viewers;
  votes: ReturnType<typeof createVotesService>;
};

export function createVotesApi({ viewers, votes }: Parts) {
  return createRouter(viewers)
    .openapi(addVoteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await votes.set(c.var.viewer, collection, slug, true), 200);
    })
    .openapi(removeVoteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await votes.set(c.var.viewer, collection, slug, false), 200);
    });
}
