import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { lastSeen } from '#owner/members/public/last-seen.server.ts';
import { fromMembers, type LeftOutReason, leftOut } from '#people/notifications/public/left-out.server.ts';
import { type Segment, withoutPlan } from './mailing-fields.ts';
import type { Audience } from './mailings.contract.ts';

/** SQL for whether a member is in a segment. */
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

/** Who would get an email now, and who in the segment wouldn't. */
export async function countAudience(
  db: Database,
  segment: Segment,
): Promise<Omit<Audience, 'is_for_outbox'>> {
  const { rows } = await sql<{ reason: LeftOutReason | null; count: number }>`
    select ${leftOut('news')} as reason, count(*)::int as count from ${fromMembers}
    where ${inSegment(segment)} group by 1`.execute(db);
  const of = (reason: LeftOutReason | null) => rows.find((row) => row.reason === reason)?.count ?? 0;
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
