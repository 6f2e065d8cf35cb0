import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import {
  assignRoleRoute,
  deleteMemberRoute,
  emailMemberRoute,
  getMemberRoute,
  givePlanRoute,
  liftSuspensionRoute,
  signOutMemberRoute,
  suspendMemberRoute,
  takePlanRoute,
  turnOffTwoFactorRoute,
} from './members-admin.contract.ts';
import type { createMembersAdminService } from './members-admin.service.server.ts';

type Parts = { viewers: Viewers; membersAdmin: ReturnType<typeof createMembersAdminService> };

export function createMembersAdminApi({ viewers, membersAdmin: members }: Parts) {
  return createRouter(viewers)
    .openapi(getMemberRoute, async (c) =>
      c.json(await members.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(deleteMemberRoute, async (c) => {
      await members.remove(c.var.viewer, c.req.valid('param').id, c.req.valid('json').email);
      return c.json(ok, 200);
    })
    .openapi(assignRoleRoute, async (c) =>
      c.json(await members.assignRole(c.var.viewer, c.req.valid('param').id, c.req.valid('json').role), 200),
    )
    .openapi(suspendMemberRoute, async (c) =>
      c.json(await members.suspend(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(liftSuspensionRoute, async (c) =>
      c.json(await members.liftSuspension(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(givePlanRoute, async (c) =>
      c.json(await members.givePlan(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(takePlanRoute, async (c) =>
      c.json(await members.givePlan(c.var.viewer, c.req.valid('param').id, null), 200),
    )
    .openapi(emailMemberRoute, async (c) =>
      c.json(await members.sendEmail(c.var.viewer, c.req.valid('param').id, c.req.valid('json').kind), 200),
    )
    .openapi(signOutMemberRoute, async (c) =>
      c.json(await members.signOut(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(turnOffTwoFactorRoute, async (c) =>
      c.json(await members.turnOffTwoFactor(c.var.viewer, c.req.valid('param').id), 200),
    );
}
