import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/**
 * This many hours after a checkout has expired, it is known whether it was paid, even if no event came: the hourly comparison has checked.
 */
const hoursUntilCompared = 24;
/** No payment takes longer than this many days. */
const daysUntilSettled = 60;

/** SQL for whether someone may be paying with a checkout. */
export const isBeingPaid = sql<boolean>`(status = 'open' and expires_at > now() - make_interval(hours => ${hoursUntilCompared})
  or status = 'processing' and created_at > now() - make_interval(days => ${daysUntilSettled}))`;

/**
 * Refuses to delete playbooks and tiers, or make them free, while members are paying for them, because their money would buy nothing. Runs in
 * the transaction of the change; locks the playbook or tier, so that nobody can start paying for it.
 * @param modes whose checkouts count
 * @throws AppError 409
 */
export async function assertNoOpenCheckout(
  transaction: Database,
  column: 'tier_id' | 'playbook_id',
  id: string,
  modes: readonly string[],
): Promise<void> {
  await sql`select from ${sql.table(column === 'tier_id' ? 'tiers' : 'playbooks')} where id = ${id} for update`.execute(
    transaction,
  );
  const { rows } = await sql<{ status: string }>`select status from checkouts
    where ${sql.ref(column)} = ${id} and mode = any(${modes}::payment_mode[]) and ${isBeingPaid}
    union all select 'processing' from subscriptions join tier_prices on tier_prices.id = pending_price_id
      where ${column} = 'tier_id' and tier_prices.tier_id = ${id} and pending_until > now()
        and subscriptions.mode = any(${modes}::payment_mode[])
    order by status desc limit 1`.execute(transaction);
  const status = rows[0]?.status;
  if (status === 'processing') throw new AppError('conflict', m.refused_payment_on_its_way());
  if (status === 'open') throw new AppError('conflict', m.refused_being_paid());
}
