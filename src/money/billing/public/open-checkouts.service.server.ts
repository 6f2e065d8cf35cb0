import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';

/** What somebody may be paying for at this moment must not go. @throws AppError 409 */
export async function refuseWhilePayable(
  db: Database,
  column: 'tier_id' | 'playbook_id',
  id: string,
): Promise<void> {
  const open = await db
    .selectFrom('checkouts')
    .select('id')
    .where(column, '=', id)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (open)
    throw new AppError('conflict', 'Somebody is paying for this right now. Please try again in an hour.');
}
