import type { Database } from '#access/database.ts';
import { grantAccount, requireSignedIn } from '#access/decide.ts';
import { createRouter } from '#access/router.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { ok } from '#platform/contract/contract.ts';
import { pageOf } from '#platform/database/list-page.server.ts';
import { AppError } from '#platform/errors.ts';
import type { OwnAccount } from '../accounts/own-account.service.server.ts';
import * as m from '../words/messages.ts';
import { deviceName } from './device-name.ts';
import { confirmSessionRoute, endSessionRoute, listSessionsRoute } from './sessions.contract.ts';

export function createOwnSessions(db: Database) {
  return {
    /** The viewer's sessions, last used first. @throws AppError 401 */
    async list(viewer: Viewer) {
      const { userId, sessionId } = requireSignedIn(viewer);
      const rows = await db
        .selectFrom('auth.sessions')
        .select(['id', 'user_agent', 'address', 'created_at', 'refreshed_at'])
        .where('user_id', '=', userId)
        .orderBy('refreshed_at', 'desc')
        .orderBy('id')
        .limit(limits.listedSessions)
        .execute();
      return rows.map(({ id, user_agent, address, created_at, refreshed_at }) => ({
        id,
        address,
        ...deviceName(user_agent),
        is_current: id === sessionId,
        created_at: created_at.toISOString(),
        last_used_at: refreshed_at.toISOString(),
      }));
    },

    /** @throws AppError 401; 404 for somebody else's session */
    async end(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'end-sessions');
      const ended = await writable(db, proof)
        .deleteFrom('auth.sessions')
        .where('id', '=', id)
        .where('user_id', '=', proof.id)
        .returning('id')
        .executeTakeFirst();
      if (!ended) throw new AppError('not_found', m.refused_device_signed_out());
    },
  };
}

type Parts = {
  viewers: Viewers;
  ownSessions: ReturnType<typeof createOwnSessions>;
  auth: { ownAccount: Pick<OwnAccount, 'confirm'> };
};

export function createSessionsApi({ viewers, ownSessions: sessions, auth: { ownAccount } }: Parts) {
  return createRouter(viewers)
    .openapi(listSessionsRoute, async (c) =>
      c.json(
        pageOf(
          'sessions',
          await sessions.list(c.var.viewer),
          c.req.valid('query'),
          ({ last_used_at, id }) => [-Date.parse(last_used_at), id],
        ),
        200,
      ),
    )
    .openapi(endSessionRoute, async (c) => {
      await sessions.end(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(confirmSessionRoute, async (c) => {
      await ownAccount.confirm(c.var.viewer, c.req.valid('json'));
      return c.json(ok, 200);
    });
}
