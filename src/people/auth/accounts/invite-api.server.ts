import { createRouter } from '#access/router.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { inviteRoute } from './invite.contract.ts';

type Parts = { viewers: Viewers; auth: { invite: (viewer: Viewer, email: string) => Promise<void> } };

export function createInviteApi({ viewers, auth }: Parts) {
  return createRouter(viewers).openapi(inviteRoute, async (c) => {
    await auth.invite(c.var.viewer, c.req.valid('json').email);
    return c.json(ok, 200);
  });
}
