import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, type Grant } from '#access/decide.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { defaultDailyCopyLimit, limits, unlimitedCopies } from '#constants';
import { dailyLimitOf, dailyLimitReached } from '#library/catalog/public/daily-limit.server.ts';
import { today } from '#platform/jobs/utc-days.server.ts';
import { recordReading } from './readings.server.ts';
import * as m from './words/messages.ts';

type CopyProof = Grant<'prompt', 'copy'> | Grant<'playbook', 'copy'>;

/**
 * A member's daily copy limit: that of their tier, else of the site's free tier, else the default. Unlimited for
 * editors and admins; 999999 means no limit.
 */
export async function dailyCopyLimit(db: Database, viewer: SignedInViewer): Promise<number> {
  if (can(viewer, 'site', 'copy-without-limit', {})) return unlimitedCopies;
  return (await dailyLimitOf(db, viewer, 'daily_copy_limit')) ?? defaultDailyCopyLimit;
}

/** The copies left today; null without a limit. */
export async function copiesLeft(
  db: Database,
  viewer: SignedInViewer,
  limit: number,
): Promise<number | null> {
  if (limit >= unlimitedCopies) return null;
  const row = await db
    .selectFrom('daily_copies')
    .select('copies')
    .where('user_id', '=', viewer.userId)
    .where('day', '=', today)
    .executeTakeFirst();
  return Math.max(0, limit - (row?.copies ?? 0));
}

type Copy = {
  /** The id of the copy, chosen by the caller, who may send it again after a lost response. */
  id?: string | undefined;
  /** What is copied of the item, if not all of it, and of which version. */
  place?: string;
  /** The caller's transaction, if any. */
  within?: Database | undefined;
};
type Counted = {
  /** The copies left today; null without a limit. */
  copies_left: number | null;
  /** Whether it was counted before, so that nothing was recorded now. */
  isRepeated: boolean;
};

/**
 * Records a copy of a prompt, or of a prompt in a playbook, and counts it against the daily limit. Repeated with the
 * same id on the same day, it isn't counted again.
 * @throws AppError 429 daily_copy_limit_reached; then nothing is recorded
 */
export async function recordCopy(
  db: Database,
  proof: CopyProof,
  { id: sent, place = '', within }: Copy = {},
): Promise<Counted> {
  const reader = within ?? db;
  const limit = await dailyCopyLimit(reader, proof.viewer);
  const id = sent && activityId(proof, place, sent);
  const isRepeated = async () => id !== undefined && (await isLogged(reader, id));
  const repeated = async () => ({
    copies_left: await copiesLeft(reader, proof.viewer, limit),
    isRepeated: true,
  });
  if (await isRepeated()) return repeated();
  try {
    return { copies_left: await countCopy({ db, proof, limit, id, within }), isRepeated: false };
  } catch (error) {
    // Two of them at once.
    if (await isRepeated()) return repeated();
    throw error;
  }
}

/** An id that the same copy has all day: of the same member, item and place. Any other has another one. */
function activityId({ id, viewer }: CopyProof, place: string, sent: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const hash = createHash('sha256').update([viewer.userId, id, place, day, sent].join(' ')).digest('hex');
  return hash.slice(0, 32);
}

const isLogged = async (db: Database, id: string) =>
  (await db.selectFrom('user_activity').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * Counts exactly even with concurrent copies, because one statement both checks and raises the count. If the member's
 * plan limits reading, an item already counted today isn't counted again.
 * @returns the copies left today; null without a limit
 */
async function countCopy({
  db,
  proof,
  limit,
  id,
  within,
}: Omit<Copy, 'place'> & {
  db: Database;
  proof: CopyProof;
  limit: number;
}): Promise<number | null> {
  const writer = writable(within ?? db, proof);
  if (proof.viewer.readingCounts) {
    const counted = await recordReading(db, proof, limit, within);
    if (counted === undefined) throw limitReached(limit);
    await logCopy(proof, id).execute(writer);
    return Math.max(0, limit - counted);
  }
  const { rows } = await sql<{ copies: number }>`
    with counted as (
      insert into daily_copies (user_id, day, copies)
      select ${proof.viewer.userId}::uuid, ${today}, 1 where ${limit}::int > 0
      on conflict (user_id, day) do update set copies = daily_copies.copies + 1
        where daily_copies.copies < ${limit}::int or ${limit}::int >= ${sql.lit(unlimitedCopies)}
      returning copies
    ), logged as (${logCopy(proof, id, sql`exists (select from counted)`)})
    select copies from counted`.execute(writer);
  const copies = rows[0]?.copies;
  if (copies === undefined) throw limitReached(limit);
  return limit >= unlimitedCopies ? null : Math.max(0, limit - copies);
}

/** Without a limit of copies, a program could fill the disk, so beyond some thousands in a day they are no longer logged. */
const logCopy = (
  proof: CopyProof,
  id: string | undefined,
  condition: RawBuilder<unknown> = sql`true`,
) => sql`insert into user_activity (id, user_id, action_type, target_type, target_id)
  select coalesce(${id ?? null}::uuid, gen_random_uuid()), ${proof.viewer.userId}::uuid, 'copy_prompt', ${proof.kind}, ${proof.id}::uuid
  where ${condition} and (select count(*) from (
    select from user_activity where user_id = ${proof.viewer.userId}::uuid and created_at >= date_trunc('day', now(), 'UTC')
    limit ${limits.activityEntriesOfDay}::int) logged_today) < ${limits.activityEntriesOfDay}::int`;

const limitReached = (limit: number) => dailyLimitReached(m.refused_copy_limit({ limit }));
