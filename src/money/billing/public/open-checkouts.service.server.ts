import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';

/** What members may be paying for right now must not be deleted. @throws AppError 409 */
export async function assertNoOpenCheckout(
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
  if (open) throw new AppError('conflict', 'A member is paying for this right now. Try again in an hour.');
}
