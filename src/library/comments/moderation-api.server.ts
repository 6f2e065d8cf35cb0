import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import {
  decideCommentRoute,
  getHoldRulesRoute,
  getModeratedCommentRoute,
  listQueueRoute,
  reportCommentRoute,
  setHoldRulesRoute,
  undoDecisionRoute,
} from './moderation.contract.ts';
import type { createModerationService } from './moderation.service.server.ts';

type Parts = { viewers: Viewers; moderation: ReturnType<typeof createModerationService> };

/** Reports of comments, and the moderation queue. */
export function createModerationApi({ viewers, moderation }: Parts) {
  return createRouter(viewers)
    .openapi(reportCommentRoute, async (c) => {
      await moderation.report(c.var.viewer, c.req.valid('param').id, c.req.valid('json'));
      return c.json(ok, 200);
    })
    .openapi(listQueueRoute, async (c) =>
      c.json(await moderation.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(getModeratedCommentRoute, async (c) =>
      c.json(await moderation.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(decideCommentRoute, async (c) =>
      c.json(await moderation.decide(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(undoDecisionRoute, async (c) =>
      c.json(await moderation.undo(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(getHoldRulesRoute, async (c) => c.json(await moderation.rules(c.var.viewer), 200))
    .openapi(setHoldRulesRoute, async (c) =>
      c.json(await moderation.setRules(c.var.viewer, c.req.valid('json')), 200),
    );
}
