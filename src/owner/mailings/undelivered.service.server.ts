import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { PageQuery } from '#platform/contract/contract.ts';
import { pageByTime } from '#platform/database/list-page.server.ts';
import { AppError } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { readMailing } from './mailing-rows.server.ts';
import type { BouncedAddress, Recipient } from './mailings.contract.ts';
import * as m from './words/messages.ts';

/** Recipients who didn't get an email, and addresses that bounce. Every method throws AppError 401 and 403. */
export function createUndeliveredService(db: Database) {
  return {
    /** @throws AppError 404 */
    async recipients(viewer: Viewer, id: string, query: PageQuery) {
      requireSite(viewer, 'send-mailings');
      await readMailing(db, id);
      const page = pageByTime(query, { time: 'missed.missed_at', id: 'missed.id' });
      // A bounce may be reported before the answer to its email is recorded.
      const missed = sql`from (
        select id, user_id, status, reason, bounced_at, done_at, coalesce(done_at, bounced_at) as missed_at from mailing_recipients
        where mailing_id = ${id} and (status in ('left-out', 'refused', 'failed') or bounced_at is not null)) missed`;
      const [found, counted] = await Promise.all([
        sql<Omit<Recipient, 'done_at'> & { done_at: Date | null; sort_key: string }>`
          select missed.id, member.email, missed.status, missed.bounced_at is not null as is_bounced, missed.reason, missed.done_at,
            ${page.sortKey} ${missed} left join profiles member on member.id = missed.user_id
          where ${page.condition} ${page.ordered}`.execute(db),
        sql<{ total: number }>`select count(*)::int as total ${missed}`.execute(db),
      ]);
      const { rows, next_cursor } = page.of(found.rows);
      const items = rows.map((row) => ({ ...row, done_at: isoOrNull(row.done_at) }));
      return { items, total: counted.rows[0]?.total ?? 0, next_cursor };
    },

    async bounces(viewer: Viewer, query: PageQuery) {
      requireSite(viewer, 'send-mailings');
      const page = pageByTime(query, { time: 'email_bounced_at', id: 'id' });
      const bounced = sql`from profiles where email_bounced_at is not null`;
      const [found, counted] = await Promise.all([
        sql<Omit<BouncedAddress, 'bounced_at'> & { bounced_at: Date; sort_key: string }>`
          select id, email, email_bounce_reason as reason, email_bounced_at as bounced_at, ${page.sortKey}
          ${bounced} and ${page.condition} ${page.ordered}`.execute(db),
        sql<{ total: number }>`select count(*)::int as total ${bounced}`.execute(db),
      ]);
      const { rows, next_cursor } = page.of(found.rows);
      const items = rows.map((row) => ({ ...row, bounced_at: row.bounced_at.toISOString() }));
      return { items, total: counted.rows[0]?.total ?? 0, next_cursor };
    },

    /** Sends to an address again. @throws AppError 404 */
    async clearBounce(viewer: Viewer, userId: string): Promise<void> {
      const { numUpdatedRows } = await writable(db, grantSite(viewer, 'send-mailings'))
        .updateTable('profiles')
        .set({ email_bounced_at: null, email_bounce_reason: null })
        .where('id', '=', userId)
        .where('email_bounced_at', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError('not_found', m.address_not_found());
    },
  };
}
