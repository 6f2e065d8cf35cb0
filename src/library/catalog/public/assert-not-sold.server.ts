import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { assertNoOpenCheckout } from '#money/billing/public/open-checkouts.service.server.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/**
 * Playbooks that have been sold, or are being bought, in one of `modes` can't be deleted. Locks them first: a payment that arrives meanwhile
 * has then either been stored or waits.
 * @throws AppError 409
 */
export async function assertNotSold(
  transaction: Database,
  ids: string[],
  modes: readonly string[],
): Promise<void> {
  for (const id of ids) await assertNoOpenCheckout(transaction, 'playbook_id', id, modes);
  // Payments stay on record after a refund and after the buyer's account is deleted.
  const { rows } = await sql`select 1 from user_playbook_purchases where playbook_id = any(${ids}::uuid[])
    union all select 1 from playbook_payments
      where playbook_id = any(${ids}::uuid[]) and mode = any(${modes}::payment_mode[]) limit 1`.execute(
    transaction,
  );
  if (rows.length > 0) throw new AppError('conflict', m.refused_bought());
}

/** The same check, for callers that skip sold playbooks instead of failing. */
export async function isSold(transaction: Database, id: string, modes: readonly string[]): Promise<boolean> {
  try {
    await assertNotSold(transaction, [id], modes);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}
