import { sql } from 'kysely';
import { visible } from '#access/predicate.server.ts';
import { findReader } from '#access/viewers.server.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { replyEmails } from '#constants';
import { fromMembers, leftOut } from '#people/notifications/public/left-out.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import { lacksConsent } from '#site/own-pages/public/consents.server.ts';
import { composeReplies, type Reply } from './reply-email.ts';

type Db = OperatorWriter<'comments'>;
type Parts = {
  db: Db;
  mailer: Mailer;
  rateLimits: RateLimits;
  emailPreferences: EmailPreferences;
  emailBranding: () => Promise<EmailBranding>;
};

/**
 * Replies (`comments`) that are due for an email, with the comments they answer (`answered`), even if the recipient no
 * longer exists.
 */
const dueReplies = sql`comments join comments answered on answered.id = comments.untold_parent_id
  and comments.status = 'visible' and comments.shown_at <= now() - make_interval(mins => ${replyEmails.afterMinutes})`;

/** The member, unless they have turned off emails about replies. */
async function findRecipient(db: Db, userId: string) {
  const { rows } = await sql<{ id: string; email: string; locale: string | null }>`
    select member.id, member.email, member.locale from ${fromMembers}
    where member.id = ${userId} and ${leftOut('replies')} is null and not ${lacksConsent}`.execute(db);
  return rows[0];
}

/**
 * A member's due replies, locked until the transaction ends. `is_told`: they can read the reply, their own comment is
 * still shown, they haven't answered yet, and the author isn't banned.
 */
async function lockDue(db: Db, userId: string | null): Promise<(Reply & { is_told: boolean })[]> {
  const reader = userId === null ? undefined : await findReader(db, userId);
  const isTold = reader
    ? sql`answered.status = 'visible' and ${visible(reader, 'comment', 'see')}
        and case when prompts.id is not null then ${visible(reader, 'prompt', 'open')} else ${visible(reader, 'playbook', 'open')} end
        and not exists (select from comments own where own.author_id = ${reader.userId} and comments.id in (own.parent_id, own.untold_parent_id))
        and not exists (select from auth.users banned where banned.id = comments.author_id and banned_until > now())`
    : sql`false`;
  const { rows } = await sql<Reply & { is_told: boolean }>`
    select comments.id, split_part(author.email, '@', 1) as author, left(comments.body, ${replyEmails.characters + 1}) as body,
      comments.target_type as kind, coalesce(prompts.slug, playbooks.slug) as slug, coalesce(prompts.title, playbooks.title) as title,
      ${isTold} as is_told
    from ${dueReplies} left join profiles author on author.id = comments.author_id
    left join prompts on prompts.id = comments.prompt_id left join playbooks on playbooks.id = comments.playbook_id
    where answered.author_id is not distinct from ${userId}::uuid
    order by comments.shown_at, comments.id for update of comments skip locked`.execute(db);
  return rows;
}

/**
 * Emails members about replies to their comments, one email for all that are due. It is queued in the transaction that
 * marks the replies as handled, so that each is sent only once, even with several processes or after a crash. Replies
 * that shouldn't be sent when they are due are never sent.
 */
export function createReplyEmails({ db, mailer, rateLimits, emailPreferences, emailBranding }: Parts) {
  async function tell(site: EmailBranding, userId: string | null): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const due = await lockDue(transaction, userId);
      const replies = due.filter(({ is_told }) => is_told);
      const recipient =
        userId !== null && replies.length > 0 ? await findRecipient(transaction, userId) : undefined;
      if (recipient) {
        if ((await rateLimits.take('reply-email', recipient.id)) > 0) return;
        const unsubscribeUrl = emailPreferences.unsubscribeUrl(recipient.id, 'replies');
        await mailer.send(await composeReplies(site, replies, { ...recipient, unsubscribeUrl }), transaction);
      }
      const ids = due.map(({ id }) => id);
      if (ids.length > 0)
        await transaction
          .updateTable('comments')
          .set({ untold_parent_id: null })
          .where('id', 'in', ids)
          .execute();
    });
  }

  return async (): Promise<void> => {
    const { rows } = await sql<{ user_id: string | null }>`
      select answered.author_id as user_id from ${dueReplies} group by 1 order by min(comments.shown_at)`.execute(
      db,
    );
    if (rows.length === 0) return;
    const site = await emailBranding();
    for (const { user_id } of rows) await tell(site, user_id);
  };
}

/** Called after a restore, so that no reply is sent twice: the backup doesn't say which ones were sent since. */
export const forgetUntoldReplies = (db: Db) =>
  db
    .updateTable('comments')
    .set({ untold_parent_id: null })
    .where('untold_parent_id', 'is not', null)
    .execute();
