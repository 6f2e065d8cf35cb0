import { sql } from 'kysely';
import { anonymousDomain } from '#constants';
import { type EmailList, listChoices } from './notifications.service.server.ts';

/** Why a member gets no email of a list. */
export type LeftOutReason = 'trial' | 'unconfirmed' | 'banned' | 'unsubscribed' | 'bounced';

/** For queries that join members with their accounts, as `leftOut` expects. */
export const fromMembers = sql`profiles member join auth.users account on account.id = member.id`;

/** Why a member gets no email of a list; null if they do. */
export const leftOut = (list: EmailList) => sql<LeftOutReason | null>`case
  when account.is_anonymous or member.email like ${`%@${anonymousDomain}`} then 'trial'
  when account.email_confirmed_at is null then 'unconfirmed'
  when account.banned_until > now() then 'banned'
  when not ${sql.ref(`member.${listChoices[list]}`)} then 'unsubscribed'
  when member.email_bounced_at is not null then 'bounced' end`;
