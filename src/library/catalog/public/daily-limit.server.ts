import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import { AppError } from '#platform/errors.ts';
import { secondsToMidnight } from '#platform/jobs/utc-days.server.ts';
import * as common from '#ui/words/messages.ts';

/** The daily limit of the member's tier, else of the site's free tier; undefined if there is neither. */
export async function dailyLimitOf(
  db: Database,
  viewer: SignedInViewer,
  column: 'daily_copy_limit' | 'daily_run_limit',
): Promise<number | undefined> {
  const { rows } = await sql<{ allowed: number }>`
    select ${sql.ref(`tier.${column}`)} as allowed from tiers tier
    left join profiles profile on profile.id = ${viewer.userId} and current_tier_id(profile) = tier.id
    where profile.id is not null or tier.access_level = 0
    order by (profile.id is not null) desc, tier.price, tier.id limit 1`.execute(db);
  return rows[0]?.allowed;
}

/** The error for a used-up daily limit, which resets at midnight UTC. */
export const dailyLimitReached = (message = common.reading_limit_reached()) =>
  new AppError('daily_copy_limit_reached', message, { retryAfterSeconds: secondsToMidnight() });
