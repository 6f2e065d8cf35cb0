import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { selectTeam } from '#people/notifications/public/team-members.server.ts';
import { hasPassed } from '#platform/database/has-passed.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import { itemNotInTrash } from './not-in-trash.server.ts';
import * as m from './words/messages.ts';

type Parts = {
  db: OperatorWriter<'comments'>;
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: () => Promise<EmailBranding>;
};

const daySeconds = 86_400;
const toldKey = 'comments_told_at';

/**
 * Notifies admins and support of comments that wait for a decision: at most once a day, and only if there are new ones.
 * The emails are queued in the transaction that records it, so that only one of several processes sends them.
 */
export const createModerationEmail =
  ({ db, mailer, emailPreferences, emailBranding }: Parts) =>
  async (): Promise<void> => {
    const site = await emailBranding();
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ waiting: number; is_new: boolean }>`
        with told as (select coalesce((select updated_at from site_settings where setting_key = ${toldKey} and updated_at <= now()), '-infinity') as at),
        waiting as (
          select comments.id, greatest(case when comments.status = 'held' then comments.updated_at end, (select max(report.created_at)
            from comment_reports report where report.comment_id = comments.id and resolved_at is null)) as since
          from comments where (comments.status = 'held' or comments.status = 'visible' and exists (
            select from comment_reports report where report.comment_id = comments.id and resolved_at is null)) and ${itemNotInTrash}
        )
        select count(*)::int as waiting, coalesce(bool_or(since > told.at), false) as is_new from waiting, told`.execute(
        transaction,
      );
      const [{ waiting, is_new } = { waiting: 0, is_new: false }] = rows;
      if (!is_new) return;
      const noted = await sql`
        insert into site_settings (setting_key, setting_value) values (${toldKey}, 'yes')
        on conflict (setting_key) do update set updated_at = now()
          where ${hasPassed(sql`(site_settings.updated_at + interval '1 day')`, daySeconds)} returning setting_key`.execute(
        transaction,
      );
      if (noted.rows.length === 0) return;
      const team = await selectTeam(transaction, ['admin', 'support'])
        .where('email_notifications', '=', true)
        .execute();
      for (const { id, email, locale } of team) {
        const compose = () =>
          composeEmail(site, {
            to: email,
            subject: m.email_comments_wait({ count: waiting }),
            paragraphs: [m.email_comments_wait_why()],
            action: { label: m.email_review_comments(), url: `${site.url}/admin/comments` },
            small: m.email_because_team({ site: site.name }),
            unsubscribeUrl: emailPreferences.unsubscribeUrl(id),
          });
        await mailer.send(await inLanguage(locale, compose), transaction);
      }
    });
  };
