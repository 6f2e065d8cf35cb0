import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { type BillingPolicy, recomputeEntitlements } from '../subscription/recompute-entitlements.server.ts';
import type { Payments } from './active-payments.server.ts';
import { attempt, type Difference } from './differences.ts';

type Parts = { db: OperatorWriter<'payments'>; payments: Payments };

/** Recomputes members' tiers from their payments. */
export function createRecomputeMembers({ db, payments }: Parts) {
  const recompute = (id: string, policy: BillingPolicy) =>
    db.transaction().execute((transaction) => recomputeEntitlements(transaction, id, policy));

  /**
   * Recomputes the members who have a tier, a payment, a complimentary tier or a gift, with the current settings: all of them, or up to
   * `limit` with ids above `after`. @returns the last id, if there may be more
   */
  async function recomputeMembers({
    after = null,
    limit = null,
  }: {
    after?: string | null;
    limit?: number | null;
  }) {
    const { policy } = await payments.resolve();
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from profiles where (tier_id is not null or complimentary_tier_id is not null
        or id in (select user_id from subscriptions union all select user_id from playbook_payments
          union all select redeemed_by from gifts))
        and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}::int`.execute(db);
    const differences: Difference[] = [];
    for (const { id, email } of rows)
      await attempt(differences, email, async () => {
        if (await recompute(id, policy)) differences.push(`${email} had the wrong tier`);
      });
    return { differences, last: rows.length === limit ? rows.at(-1)?.id : undefined };
  }
  return { recompute, recomputeMembers };
}
