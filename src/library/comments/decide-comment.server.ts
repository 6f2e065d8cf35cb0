import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import { noteNoChange } from '#platform/audit-trail.server.ts';

/**
 * Shows or hides a comment and resolves its reports. With `updated_at`, only if the text hasn't changed since. Repeating a decision changes
 * nothing, so that it can still be undone.
 * @returns false if it has changed or is deleted
 */
export function decideComment(
  db: Database,
  proof: Grant<'comment', 'moderate'>,
  status: 'visible' | 'hidden',
  updated_at?: string,
): Promise<boolean> {
  return writable(db, proof)
    .transaction()
    .execute(async (transaction) => {
      const { rows } = await sql<{ is_decided: boolean }>`
        select decided_at is not null and status = ${status} as is_decided from comments
        where id = ${proof.id} and status <> 'deleted'
          and (${updated_at ?? null}::timestamptz is null or date_trunc('milliseconds', updated_at) = ${updated_at ?? null}::timestamptz)
        for no key update`.execute(transaction);
      if (!rows[0]) return false;
      const open = sql`comment_id = ${proof.id} and resolved_at is null`;
      if (rows[0].is_decided) {
        const { rows: reports } = await sql`select from comment_reports where ${open} limit 1`.execute(
          transaction,
        );
        if (reports.length === 0) {
          noteNoChange();
          return true;
        }
      }
      // The reports get the same timestamp, so that an undo can find them.
      const decided = await sql<{ decided_at: string }>`
        update comments set status = ${status}, decided_before = status, decided_at = clock_timestamp(),
          decided_by = ${proof.viewer.userId}
        where id = ${proof.id} returning decided_at::text`.execute(transaction);
      await sql`update comment_reports set resolved_at = ${decided.rows[0]?.decided_at}::timestamptz where ${open}`.execute(
        transaction,
      );
      return true;
    });
}

/**
 * Undoes the decision that the proof's owner made at `decided_at`.
 * @returns false if it is no longer the last decision about this text
 */
export function undoDecision(
  db: Database,
  proof: Grant<'comment', 'moderate'>,
  decided_at: string,
): Promise<boolean> {
  return writable(db, proof)
    .transaction()
    .execute(async (transaction) => {
      const { rows } = await sql<{ decided_at: string }>`
        select decided_at::text from comments
        where id = ${proof.id} and decided_by = ${proof.viewer.userId} and decided_before is not null and status <> 'deleted'
          and date_trunc('milliseconds', decided_at) = ${decided_at}::timestamptz for update`.execute(
        transaction,
      );
      const [decided] = rows;
      if (!decided) return false;
      await sql`update comment_reports set resolved_at = null
        where comment_id = ${proof.id} and resolved_at = ${decided.decided_at}::timestamptz`.execute(
        transaction,
      );
      await sql`update comments set status = decided_before, decided_before = null, decided_at = null, decided_by = null where id = ${proof.id}`.execute(
        transaction,
      );
      return true;
    });
}
