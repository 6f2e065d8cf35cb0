import { createRouter } from '#access/router.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import type { ProofOfOwner } from '#people/auth/public/credential-fields.ts';
import { ok } from '#platform/contract/contract.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import {
  adminListMembersRoute,
  adminListUsersRoute,
  deleteProfileRoute,
  describeDeletionRoute,
  exportProfileRoute,
} from './members.contract.ts';
import type { createMembersService } from './members.service.server.ts';
import type { AccountDeletion } from './public/account-deletion.ts';

type Parts = {
  viewers: Viewers;
  members: ReturnType<typeof createMembersService>;
  auth: { ownAccount: { delete: (viewer: Viewer, given: ProofOfOwner) => Promise<void> } };
  billing: { accountDeletion: { describe: (viewer: Viewer) => Promise<AccountDeletion> } };
};

/** The lists of members, their data exports, and deleting accounts. */
export function createMembersApi({ viewers, members, auth, billing }: Parts) {
  return createRouter(viewers)
    .openapi(adminListUsersRoute, async (c) =>
      c.json(await members.listAll(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminListMembersRoute, async (c) =>
      c.json(await members.listAll(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(describeDeletionRoute, async (c) =>
      c.json(await billing.accountDeletion.describe(c.var.viewer), 200),
    )
    .openapi(exportProfileRoute, async (c) => {
      const { bytes, stream } = await members.export(c.var.viewer);
      return sendFile(c, { type: 'application/json', body: stream, bytes, name: 'account.json' });
    })
    .openapi(deleteProfileRoute, async (c) => {
      await auth.ownAccount.delete(c.var.viewer, c.req.valid('json'));
      return c.json(ok, 200);
    });
}
