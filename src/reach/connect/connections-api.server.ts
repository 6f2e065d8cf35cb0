import { getCookie } from 'hono/cookie';
import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { newestFirst, pageOf } from '#platform/database/list-page.server.ts';
import {
  answerConnectionRequestRoute,
  deleteConnectionRoute,
  getConnectionRequestRoute,
  listConnectionsRoute,
} from './connections.contract.ts';
import type { createConnectionsService } from './connections.service.server.ts';
import { requestCookie } from './request-cookie.ts';

type Parts = { viewers: Viewers; connections: ReturnType<typeof createConnectionsService> };

/** The cookie proves that the request was started in this browser. */
export function createConnectionsApi({ viewers, connections }: Parts) {
  return createRouter(viewers)
    .openapi(listConnectionsRoute, async (c) =>
      c.json(
        pageOf('connections', await connections.list(c.var.viewer), c.req.valid('query'), newestFirst),
        200,
      ),
    )
    .openapi(deleteConnectionRoute, async (c) => {
      await connections.revoke(c.var.viewer, c.req.valid('param').uid);
      return c.json(ok, 200);
    })
    .openapi(getConnectionRequestRoute, async (c) => {
      const { uid } = c.req.valid('param');
      return c.json(await connections.request(c.var.viewer, uid, getCookie(c, requestCookie(uid))), 200);
    })
    .openapi(answerConnectionRequestRoute, async (c) => {
      const { uid } = c.req.valid('param');
      const { allow } = c.req.valid('json');
      return c.json(
        { url: await connections.answer(c.var.viewer, uid, getCookie(c, requestCookie(uid)), allow) },
        200,
      );
    });
}
