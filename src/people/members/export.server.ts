import { sql } from 'kysely';
import type { SignedInViewer } from '#access/viewer.ts';
import type { Database } from '#platform/database.server.ts';
import type { ProfileExport } from './members.contract.ts';

const itemSlug = sql`coalesce(prompt.slug, playbook.slug) as slug`;
const ofItem = (table: string) => sql`from ${sql.table(table)} row
  left join prompts prompt on row.target_type = 'prompt' and prompt.id = row.target_id
  left join playbooks playbook on row.target_type = 'playbook' and playbook.id = row.target_id`;

/** Everything the site keeps about a member, as of one moment; items by their slugs. */
export async function exportMember(db: Database, { userId }: SignedInViewer): Promise<ProfileExport> {
  const list = (query: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`;
  const marks = (table: string) =>
    list(
      sql`select row.target_type, ${itemSlug}, row.created_at ${ofItem(table)} where row.user_id = ${userId} order by row.created_at`,
    );
  const { rows } = await sql<ProfileExport>`
    select json_build_object('id', profile.id, 'email', profile.email, 'display_name', profile.display_name, 'bio', profile.bio,
        'created_at', profile.created_at, 'tier_name', tier.name) as profile,
      ${marks('votes')} as votes,
      ${marks('user_favorites')} as favorites,
      ${list(sql`select row.id, row.parent_id, row.target_type, ${itemSlug}, row.body, row.is_edited, row.created_at, row.updated_at
        ${ofItem('comments')} where row.author_id = ${userId} order by row.created_at`)} as comments,
      ${marks('user_activity')} as copies,
      ${list(sql`select playbook.slug, bought.created_at from user_playbook_purchases bought
        join playbooks playbook on playbook.id = bought.playbook_id where bought.user_id = ${userId} order by 2`)} as purchases,
      ${list(sql`select subscription.id, tier.name as plan, subscription.status, subscription.interval, subscription.amount,
          subscription.current_period_end, subscription.cancel_at_period_end, subscription.trial_end, subscription.created_at
        from subscriptions subscription left join tiers tier on tier.id = subscription.tier_id
        where subscription.user_id = ${userId} order by subscription.created_at`)} as subscriptions,
      ${list(sql`select playbook.slug, payment.amount, payment.is_refunded, payment.created_at from playbook_payments payment
        join playbooks playbook on playbook.id = payment.playbook_id where payment.user_id = ${userId} order by 4`)} as payments,
      ${list(sql`select playbook.slug, progress.position, progress.updated_at from playbook_progress progress
        join playbooks playbook on playbook.id = progress.playbook_id where progress.user_id = ${userId} order by 3`)} as progress
    from profiles profile left join tiers tier on tier.id = current_tier_id(profile) where profile.id = ${userId}`.execute(
    db,
  );
  const [member] = rows;
  if (!member) throw new Error(`There is no profile ${userId}`);
  return {
    ...member,
    profile: { ...member.profile, created_at: new Date(member.profile.created_at).toISOString() },
  };
}
