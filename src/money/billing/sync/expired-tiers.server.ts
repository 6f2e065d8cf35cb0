import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { renewingStatuses } from '../public/subscription-statuses.ts';
import type { BillingPolicy } from '../subscription/recompute-entitlements.server.ts';
import type { ResolvedPayments } from './active-payments.server.ts';
import { attempt } from './differences.ts';
import type { Sync } from './sync.server.ts';

type Parts = {
  db: OperatorWriter<'payments'>;
  sync: Sync;
  recompute(memberId: string, policy: BillingPolicy): Promise<unknown>;
};

/** How long a run asks the provider; the rest wait for the next run. */
const askMilliseconds = 40_000;

/**
 * Recomputes members whose tier has run out. What renews is read from the provider first: the site may have been off when it was paid.
 * A member about whom the provider can't be asked is left for the next run; the full comparison decides without an answer.
 */
export async function settleExpiredTiers(
  { db, sync, recompute }: Parts,
  { provider, ...rest }: ResolvedPayments,
): Promise<void> {
  const { rows } = await sql<{ id: string; renewing: string[] }>`
    select id, renewing from profiles, lateral (select array(select id from subscriptions
      where user_id = profiles.id and mode = ${provider?.mode ?? null} and status = any(${renewingStatuses})) as renewing) asked
    where tier_until <= now() order by cardinality(renewing) > 0, tier_until limit 1000`.execute(db);
  const end = Date.now() + askMilliseconds;
  for (const { id, renewing } of rows) {
    if (Date.now() > end) break;
    // The full comparison reports a member who can't be recomputed; the others don't wait for that.
    await attempt([], id, async () => {
      if (provider)
        for (const subscription of renewing) await sync.subscription({ provider, ...rest }, subscription);
      await recompute(id, rest.policy);
    });
  }
}
