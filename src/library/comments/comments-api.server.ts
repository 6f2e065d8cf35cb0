import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import {
  addCommentRoute,
  deleteCommentRoute,
  getCommentRoute,
  listCommentsRoute,
  listRepliesRoute,
  updateCommentRoute,
} from './comments.contract.ts';
import type { createCommentsService } from './comments.service.server.ts';

type Parts = {
  viewers: Viewers;
  comments: ReturnType<typeof createCommentsService>;
};

export function createCommentsApi({ viewers, comments }: Parts) {
  return createRouter(viewers)
    .openapi(listCommentsRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await comments.list(c.var.viewer, collection, slug, c.req.valid('query')), 200);
    })
    .openapi(listRepliesRoute, async (c) =>
      c.json(await comments.replies(c.var.viewer, c.req.valid('param'), c.req.valid('query')), 200),
    )
    .openapi(addCommentRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await comments.add(c.var.viewer, collection, slug, c.req.valid('json')), 201);
    })
    .openapi(getCommentRoute, async (c) =>
      c.json(await comments.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(updateCommentRoute, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await comments.update(c.var.viewer, id, c.req.valid('json')), 200);
    })
    .openapi(deleteCommentRoute, async (c) => {
      await comments.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    });
}
