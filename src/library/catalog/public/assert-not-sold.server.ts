import type { Database } from '#access/database.ts';
import { assertNoOpenCheckout } from '#money/billing/public/open-checkouts.service.server.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/** A playbook that somebody has bought, or is buying, is not deleted. @throws AppError 409 */
export async function assertNotSold(transaction: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // Payments stay on record after a refund and after the buyer's account is deleted.
  for (const table of ['user_playbook_purchases', 'playbook_payments'] as const) {
    const sold = await transaction
      .selectFrom(table)
      .select('playbook_id')
      .where('playbook_id', 'in', ids)
      .limit(1)
      .executeTakeFirst();
    if (sold) throw new AppError('conflict', m.refused_bought());
  }
  for (const id of ids) await assertNoOpenCheckout(transaction, 'playbook_id', id);
}

/** For what leaves a playbook that was sold, or is being paid for, as it is. */
export async function isSold(transaction: Database, id: string): Promise<boolean> {
  try {
    await assertNotSold(transaction, [id]);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}
