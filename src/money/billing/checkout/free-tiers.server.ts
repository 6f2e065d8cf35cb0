import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { endedStatuses } from '../public/subscription-statuses.ts';
import { recomputeEntitlements } from '../subscription/recompute-entitlements.server.ts';
import type { ActivePayments } from '../sync/active-payments.server.ts';
import type { Sync } from '../sync/sync.server.ts';

/**
 * Ends subscriptions to plans that have become free. Before that, their members get the plan as a complimentary one; if they already have a
 * higher complimentary plan for a limited time, it follows that one.
 * @returns a line about each subscription
 */
export async function stopChargingForFreeTiers(
  db: OperatorWriter<'payments'>,
  sync: Sync,
  active: ActivePayments,
): Promise<string[]> {
  const { provider, policy } = active;
  const subscriptions = await db
    .selectFrom('subscriptions')
    .innerJoin('tiers', 'tiers.id', 'subscriptions.tier_id')
    .select(['subscriptions.id', 'user_id', 'tier_id', 'tiers.name'])
    .where('mode', '=', provider.mode)
    .where('tiers.price', '=', 0)
    .where('status', 'not in', endedStatuses)
    .where('missing_since', 'is', null)
    .execute();
  const lines: string[] = [];
  for (const { id, user_id: userId, tier_id: tierId, name } of subscriptions) {
    const end = async () => {
      if (userId !== null)
        await db.transaction().execute(async (transaction) => {
          const given = sql`select from tiers given join tiers free on free.id = ${tierId} where given.id = complimentary_tier_id`;
          await sql`update profiles set complimentary_tier_id = ${tierId}, complimentary_until = null, complimentary_next_tier_id = null
            where id = ${userId} and not exists (${given} and (given.access_level >= free.access_level and complimentary_until is null
              or given.access_level > free.access_level and complimentary_until > now()))`.execute(
            transaction,
          );
          // If two plans became free, keep the higher one.
          await sql`update profiles set complimentary_next_tier_id = ${tierId}
            where id = ${userId} and exists (${given} and given.access_level > free.access_level and complimentary_until > now()
              and free.access_level > coalesce((select access_level from tiers where id = complimentary_next_tier_id), -1))`.execute(
            transaction,
          );
          await recomputeEntitlements(transaction, userId, policy);
        });
      await provider.cancelNow(id);
      await sync.subscription(active, id);
      return `subscription ${id}: ended, because ${name} is free`;
    };
    lines.push(await end().catch((error: Error) => `subscription ${id}: not ended, ${error.message}`));
  }
  return lines;
}
