import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { nameGoneTarget, noteDetail, noteNoChange } from '#platform/audit-trail.server.ts';
import type { PageQuery } from '#platform/contract/contract.ts';
import { assertVersion, hasValues, newVersion } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { LoadMailSettings } from '#platform/mail/mail-server.server.ts';
import type { Email, Mailer } from '#platform/mail/mailer.server.ts';
import { shownSender } from '#platform/text/sender-address.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { composeMessage } from './mailing-email.server.ts';
import { everybody, type Segment } from './mailing-fields.ts';
import { listMailings, readMailing } from './mailing-rows.server.ts';
import { beginMailing } from './mailing-start.server.ts';
import { problemLabel } from './mailing-words.ts';
import type { Audience, Mailing, MailingChange, MailingStart, Preview } from './mailings.contract.ts';
import { countAudience } from './segments.server.ts';
import * as m from './words/messages.ts';

type Parts = {
  db: Database;
  mailer: Mailer;
  settings: LoadMailSettings;
  rateLimits: RateLimits;
  emailBranding: LoadEmailBranding;
  emailPreferences: EmailPreferences;
  /** Called when there may be emails to send. */
  wake(): void;
};

/** The owner's emails to members. Every method throws AppError 401 and 403. */
export function createMailingsService(parts: Parts) {
  const { db, mailer, settings, rateLimits, emailBranding, emailPreferences, wake } = parts;
  const open = (viewer: Viewer) => writable(db, grantSite(viewer, 'send-mailings'));

  /** The email with this admin as its reader. */
  async function ownEmail(viewer: Viewer, content: { subject: string; body: string }): Promise<Email> {
    const { userId } = grantSite(viewer, 'send-mailings').viewer;
    const reader = await db
      .selectFrom('profiles')
      .select(['email', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const compose = composeMessage(await emailBranding(), content);
    return compose({ ...reader, unsubscribeUrl: emailPreferences.unsubscribeUrl(userId, 'news') });
  }

  /** Changes a mailing's state under a lock. @throws AppError 404, 409 */
  async function move(
    viewer: Viewer,
    id: string,
    from: readonly Mailing['status'][],
    change: (site: ReturnType<typeof open>, mailing: Mailing) => Promise<unknown>,
  ): Promise<Mailing> {
    await open(viewer)
      .transaction()
      .execute(async (transaction) => {
        await sql`select from mailings where id = ${id} for update`.execute(transaction);
        const mailing = await readMailing(transaction, id);
        if (mailing.kind === 'digest' && from.includes('draft'))
          throw new AppError('conflict', m.refused_not_a_draft());
        if (!from.includes(mailing.status))
          throw new AppError(
            'conflict',
            from.includes('draft') ? m.refused_not_a_draft() : m.refused_state(),
          );
        await change(transaction, mailing);
      });
    return readMailing(db, id);
  }
  const touched = sql`updated_at = ${newVersion}`;

  const isForOutbox = async () => (await settings()).server === undefined;

  return {
    async list(viewer: Viewer, query: PageQuery) {
      requireSite(viewer, 'send-mailings');
      return listMailings(db, query);
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<Mailing> {
      requireSite(viewer, 'send-mailings');
      return readMailing(db, id);
    },

    /** @throws AppError 409 if there are already as many as allowed */
    async create(viewer: Viewer, { id }: { id?: string | undefined }): Promise<Mailing> {
      const site = open(viewer);
      const made = await site.transaction().execute(async (transaction) => {
        await sql`lock table mailings in share row exclusive mode`.execute(transaction);
        const { rows } = await sql<{ count: number; is_there: boolean }>`
          select count(*)::int as count, coalesce(bool_or(id = ${id ?? null}::uuid), false) as is_there from mailings`.execute(
          transaction,
        );
        if (rows[0]?.is_there) {
          noteNoChange();
          return id;
        }
        if ((rows[0]?.count ?? 0) >= limits.mailings)
          throw new AppError('conflict', m.refused_too_many_mailings());
        const row = await transaction
          .insertInto('mailings')
          .values({ segment: JSON.stringify(everybody), ...(id && { id }) })
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      });
      return readMailing(db, made ?? '');
    },

    /**
     * For a stopped email, recipients who are still waiting get the new text.
     * @throws AppError 404, 409; 422 if a stopped email can't continue with this text
     */
    update: (
      viewer: Viewer,
      id: string,
      { updated_at, segment, ...change }: MailingChange,
    ): Promise<Mailing> =>
      move(viewer, id, ['draft', 'stopped'], async (site, mailing) => {
        assertVersion(new Date(mailing.updated_at), updated_at);
        if (mailing.status === 'stopped') {
          if (segment || change.counts_opens !== undefined)
            throw new AppError('conflict', m.refused_not_a_draft());
          const next = { subject: change.subject ?? mailing.subject, body: change.body ?? mailing.body };
          assertComplete(next);
          composeMessage(await emailBranding(site), next);
        }
        const values = {
          ...change,
          ...(segment && { segment: JSON.stringify(segment) }),
          ...(mailing.status === 'draft' && { problem: null }),
        };
        if (await hasValues(site, { table: 'mailings', id }, values)) return;
        await site
          .updateTable('mailings')
          .set({ ...values, updated_at: newVersion })
          .where('id', '=', id)
          .execute();
      }),

    /** @throws AppError 404; 409 while it is being sent */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const site = open(viewer);
      nameGoneTarget((await readMailing(db, id)).subject);
      const { numDeletedRows } = await site
        .deleteFrom('mailings')
        .where('id', '=', id)
        .where('status', 'in', ['draft', 'stopped', 'sent'])
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('conflict', m.refused_stop_first());
    },

    /** @throws AppError 422 if the text can't be laid out */
    async preview(viewer: Viewer, content: { subject: string; body: string }): Promise<Preview> {
      const { subject, html, text } = await ownEmail(viewer, content);
      return { from: shownSender((await settings()).from), subject, html, text };
    },

    async audience(viewer: Viewer, segment: Segment): Promise<Audience> {
      requireSite(viewer, 'send-mailings');
      return { ...(await countAudience(db, segment)), is_for_outbox: await isForOutbox() };
    },

    /** @throws AppError 404; 409 if someone has saved since; 422, 429; 502 with the email server's answer */
    async test(
      viewer: Viewer,
      id: string,
      { updated_at }: { updated_at: string },
    ): Promise<{ to: string; is_in_outbox: boolean }> {
      const { userId } = grantSite(viewer, 'send-mailings').viewer;
      const mailing = await readMailing(db, id);
      if (mailing.kind === 'digest') throw new AppError('conflict', m.refused_not_a_draft());
      assertVersion(new Date(mailing.updated_at), updated_at, m.refused_other_version());
      assertComplete(mailing);
      await rateLimits.require('test-mailing', userId);
      const email = await ownEmail(viewer, mailing);
      await mailer.sendNow({ ...email, subject: m.test_of({ subject: mailing.subject }) });
      return { to: email.to, is_in_outbox: await isForOutbox() };
    },

    /** Sends or schedules the draft. @throws AppError 404, 409; 422 if it is empty or its time has passed */
    async send(viewer: Viewer, id: string, { send_at, updated_at }: MailingStart): Promise<Mailing> {
      const mailing = await move(viewer, id, ['draft'], async (site, draft) => {
        assertVersion(new Date(draft.updated_at), updated_at, m.refused_other_version());
        assertComplete(draft);
        composeMessage(await emailBranding(site), draft);
        if (send_at === null) {
          const problem = await beginMailing(site, id);
          if (problem) throw new AppError('validation_failed', problemLabel(problem));
          return;
        }
        if (Date.parse(send_at) <= Date.now())
          throw new AppError('validation_failed', `send_at: ${m.refused_in_the_past()}`);
        await sql`update mailings set status = 'scheduled', send_at = ${send_at}, problem = null, ${touched} where id = ${id}`.execute(
          site,
        );
      });
      wake();
      return mailing;
    },

    /** @throws AppError 404, 409 */
    stop: (viewer: Viewer, id: string): Promise<Mailing> =>
      move(viewer, id, ['scheduled', 'sending'], (site, mailing) => {
        const status = mailing.status === 'scheduled' ? 'draft' : 'stopped';
        if (status === 'draft') noteDetail('status', status);
        return sql`update mailings set status = ${status}, send_at = null, problem = null, ${touched}
          where id = ${id}`.execute(site);
      }),

    /** @throws AppError 404, 409 */
    async resume(viewer: Viewer, id: string): Promise<Mailing> {
      const mailing = await move(viewer, id, ['stopped'], (site) =>
        sql`update mailings set status = 'sending', problem = null, ${touched} where id = ${id}`.execute(
          site,
        ),
      );
      wake();
      return mailing;
    },
  };
}

/** @throws AppError 422 */
function assertComplete({ subject, body }: Pick<Mailing, 'subject' | 'body'>): void {
  if (subject === '') throw new AppError('validation_failed', `subject: ${m.refused_no_subject()}`);
  if (body.trim() === '') throw new AppError('validation_failed', `body: ${m.refused_no_body()}`);
}
