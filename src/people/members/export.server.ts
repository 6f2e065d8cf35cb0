import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import { type ExportFile, throughFile, writeRows } from '#platform/http/export-file.server.ts';
import type { ExportName } from './members.contract.ts';

/** A query for everything that one feature stores about this member. */
export type ExportPart = (userId: string) => RawBuilder<unknown>;

/** Everything the site stores about a member, as JSON from a single database snapshot. */
export function exportMember(
  db: Database,
  proof: Grant<'account', 'keep'>,
  parts: Record<ExportName, ExportPart>,
): Promise<ExportFile> {
  const { userId } = proof.viewer;
  return throughFile(userId, (file) =>
    writable(db, proof)
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await file.appendFile(`{"profile":${await readProfile(transaction, userId)}`);
        for (const [name, part] of Object.entries(parts)) {
          await file.appendFile(`,\n"${name}":`);
          await writeRows((text) => file.appendFile(text), transaction, part(userId));
        }
        await file.appendFile('}\n');
      }),
  );
}

async function readProfile(db: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ profile: string }>`
    select json_build_object('id', profile.id, 'email', profile.email, 'display_name', profile.display_name, 'bio', profile.bio,
      'locale', profile.locale, 'email_notifications', profile.email_notifications,
      'email_news', profile.email_news, 'weekly_digest', profile.weekly_digest, 'email_replies', profile.email_replies,
      'email_bounced_at', to_char(profile.email_bounced_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'email_bounce_reason', profile.email_bounce_reason,
      'created_at', to_char(profile.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tier_name', tier.name,
      'user_metadata', account.user_metadata)::text as profile
    from profiles profile join auth.users account on account.id = profile.id left join tiers tier on tier.id = current_tier_id(profile) where profile.id = ${userId}`.execute(
    db,
  );
  if (!rows[0]) throw new Error(`There is no profile ${userId}`);
  return rows[0].profile;
}
