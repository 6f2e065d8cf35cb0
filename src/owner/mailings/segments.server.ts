import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { anonymousDomain } from '#constants';
import type { EmailList } from '#people/notifications/public/notifications.service.server.ts';
import { type Segment, withoutPlan } from './mailing-fields.ts';
import type { Audience } from './mailings.contract.ts';

/** Of a query over `profiles member join auth.users account`. */
export const fromMembers = sql`profiles member join auth.users account on account.id = member.id`;

const wants: Record<Exclude<EmailList, 'plan'>, RawBuilder<SqlBool>> = {
  news: sql`member.email_news`,
  digest: sql`member.weekly_digest`,
};

/** Why a member gets no email of a list; null for those who do. */
export const leftOut = (list: Exclude<EmailList, 'plan'>) => sql<keyof Audience['left_out'] | null>`case
  when account.is_anonymous or member.email like ${`%@${anonymousDomain}`} then 'trial'
  when account.email_confirmed_at is null then 'unconfirmed'
  when account.banned_until > now() then 'banned'
  when not ${wants[list]} then 'unsubscribed'
  when member.email_bounced_at is not null then 'bounced' end`;

const lastSeen = sql`greatest(account.last_sign_in_at,
  (select max(refreshed_at) from auth.sessions where user_id = member.id),
  (select max(at) from history_entries where user_id = member.id))`;

/** Whether a member belongs to a segment. */
export function inSegment({ plans, seen, category }: Segment): RawBuilder<SqlBool> {
  const parts: RawBuilder<SqlBool>[] = [];
  const ids = plans.filter((plan) => plan !== withoutPlan);
  if (plans.length > 0)
    parts.push(sql`(current_tier_id(member) = any(${ids}::uuid[])
      or (${plans.includes(withoutPlan)} and current_tier_id(member) is null))`);
  if (seen) {
    const since = sql`now() - make_interval(days => ${seen.days})`;
    parts.push(
      seen.is_within ? sql`${lastSeen} >= ${since}` : sql`coalesce(${lastSeen}, '-infinity') < ${since}`,
    );
  }
  if (category !== null)
    parts.push(sql`exists (select from user_favorites kept
      left join prompts prompt on prompt.id = kept.prompt_id and prompt.status = 'published'
      left join playbooks playbook on playbook.id = kept.playbook_id and playbook.status = 'published'
      where kept.user_id = member.id and (select current_category(${category})) = any(coalesce(prompt.categories, playbook.categories)))`);
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** Who would get an email now, and who of the segment would not. */
export async function countAudience(db: Database, segment: Segment): Promise<Audience> {
  const { rows } = await sql<{ reason: keyof Audience['left_out'] | null; count: number }>`
    select ${leftOut('news')} as reason, count(*)::int as count from ${fromMembers}
    where ${inSegment(segment)} group by 1`.execute(db);
  const of = (reason: keyof Audience['left_out'] | null) =>
    rows.find((row) => row.reason === reason)?.count ?? 0;
  return {
    recipients: of(null),
    left_out: {
      unsubscribed: of('unsubscribed'),
      bounced: of('bounced'),
      unconfirmed: of('unconfirmed'),
      banned: of('banned'),
      trial: of('trial'),
    },
  };
}
