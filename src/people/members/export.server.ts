import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import type { ExportName, ProfileExport } from './members.contract.ts';

/** A query for everything that one feature stores about this member. */
export type ExportPart = (userId: string) => RawBuilder<unknown>;

/** Everything the site stores about a member, all read at one moment. */
export async function exportMember(
  db: Database,
  { userId }: SignedInViewer,
  parts: Record<ExportName, ExportPart>,
): Promise<ProfileExport> {
  const lists = Object.entries(parts).map(
    ([name, part]) =>
      sql`(select coalesce(json_agg(found), '[]') from (${part(userId)}) found) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<ProfileExport>`
    select json_build_object('id', profile.id, 'email', profile.email, 'display_name', profile.display_name, 'bio', profile.bio,
        'created_at', profile.created_at, 'tier_name', tier.name) as profile, ${sql.join(lists)}
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
