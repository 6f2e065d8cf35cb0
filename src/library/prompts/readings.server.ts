import { sql } from 'kysely';
import type { Database, DB } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { type Writer, writable } from '#access/writable.server.ts';
import { today } from '#platform/jobs/utc-days.server.ts';

type Counters = Writer<Pick<DB, 'daily_copies' | 'daily_reads'>>;
type ItemProof = Grant<'prompt', 'read' | 'copy'> | Grant<'playbook', 'read' | 'copy'>;

/**
 * Counts an item against the daily limit, for plans that limit reading: once a day, whether it is read or copied.
 * Counts exactly even with concurrent requests.
 * @param limit the member's daily limit
 * @param within the caller's transaction, if any
 * @returns the number of items counted today; undefined if the limit is used up, and then nothing is counted
 */
export async function recordReading(
  db: Database,
  proof: ItemProof,
  limit: number,
  within?: Database,
): Promise<number | undefined> {
  const { userId } = proof.viewer;
  const counters: Counters = writable(within ?? db, proof);
  const count = async (transaction: Counters) => {
    // First of all, lock the row, so that a member's concurrent requests wait for each other.
    const { copies } = await transaction
      .insertInto('daily_copies')
      .values({ user_id: userId, day: today, copies: 0 })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'day']).doUpdateSet({ copies: sql`daily_copies.copies` }),
      )
      .returning('copies')
      .executeTakeFirstOrThrow();
    const known = await transaction
      .selectFrom('daily_reads')
      .select('target_id')
      .where('user_id', '=', userId)
      .where('day', '=', today)
      .where('target_type', '=', proof.kind)
      .where('target_id', '=', proof.id)
      .executeTakeFirst();
    if (known) return copies;
    if (copies >= limit) return undefined;
    await transaction
      .deleteFrom('daily_reads')
      .where('user_id', '=', userId)
      .where('day', '<', today)
      .execute();
    await transaction
      .insertInto('daily_reads')
      .values({ user_id: userId, day: today, target_type: proof.kind, target_id: proof.id })
      .execute();
    await transaction
      .updateTable('daily_copies')
      .set({ copies: copies + 1 })
      .where('user_id', '=', userId)
      .where('day', '=', today)
      .execute();
    return copies + 1;
  };
  return within ? count(counters) : counters.transaction().execute(count);
}
