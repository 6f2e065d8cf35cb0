import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/** Whether a checkout was paid is known this many hours after it has expired, even if no event came: it is compared every hour. */
const hoursUntilCompared = 24;
/** No payment takes longer than this many days. */
const daysUntilSettled = 60;

/** Whether somebody may be paying by a checkout. */
export const isBeingPaid = sql<boolean>`(status = 'open' and expires_at > now() - make_interval(hours => ${hoursUntilCompared})
  or status = 'processing' and created_at > now() - make_interval(days => ${daysUntilSettled}))`;

/**
 * What members are paying for must not be deleted, or become free, or their money would open nothing. In the transaction that
 * writes; locks the playbook or tier, so that nobody starts to pay for it meanwhile.
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
