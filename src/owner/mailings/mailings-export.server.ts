import { sql } from 'kysely';

/** The mailings that were sent to a member. */
export const exportMailings = (userId: string) => sql`
  select mailing.kind, mailing.subject, mailing.week, recipient.status, recipient.done_at as sent_at, recipient.bounced_at, recipient.reason
  from mailing_recipients recipient join mailings mailing on mailing.id = recipient.mailing_id
  where recipient.user_id = ${userId} order by recipient.done_at, recipient.id`;
