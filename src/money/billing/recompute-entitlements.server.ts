import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { type EntitlementSource, entitledTier, grantedUntil } from './entitlement.ts';
import type { PaymentMode } from './payment-provider.ts';

/** Which payments count, and for how many days access stays after a failed one. */
export type BillingPolicy = { mode: PaymentMode; graceDays: number };

type SubscriptionRow = {
  tier_id: string;
  access_level: number;
  price: number;
  status: string;
  past_due_since: Date | null;
  current_period_end: Date;
  cancel_at_period_end: boolean;
  cancel_at: Date | null;
  refunded_until: Date | null;
};
type ComplimentaryRow = { tier_id: string; access_level: number; price: number; until: Date | null };

/**
 * Recomputes a member's tier and purchased playbooks from payments and complimentary tiers alone. Locks the profile, so
 * that one member is recomputed by one process at a time.
 * @returns whether the tier changed; undefined if there is no such member.
 */
export async function recomputeEntitlements(
  transaction: OperatorWriter<'payments'>,
  userId: string,
  { mode, graceDays }: BillingPolicy,
): Promise<boolean | undefined> {
  const profile = await transaction
    .selectFrom('profiles')
    .select(['tier_id', 'tier_until', sql<Date>`clock_timestamp()`.as('now')])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!profile) return undefined;
  const { now } = profile;

  const subscriptions = await sql<SubscriptionRow>`
    select tier.id as tier_id, tier.access_level, tier.price, subscription.status, past_due_since, current_period_end,
      cancel_at_period_end, cancel_at,
      (select max(paid_until) from refunded_invoices refunded
        where refunded.subscription_id = subscription.id and (is_refunded or is_disputed)) as refunded_until
    from subscriptions subscription join tiers tier on tier.id = subscription.tier_id
    where subscription.user_id = ${userId} and subscription.mode = ${mode}`.execute(transaction);
  const complimentary = await sql<ComplimentaryRow>`
    select tier.id as tier_id, tier.access_level, tier.price, complimentary_until as until
    from profiles join tiers tier on tier.id = complimentary_tier_id where profiles.id = ${userId}`.execute(
    transaction,
  );

  const sources: EntitlementSource[] = complimentary.rows.map((row) => toEntitlementSource(row, row.until));
  for (const row of subscriptions.rows) {
    const until = grantedUntil(
      {
        status: row.status,
        pastDueSince: row.past_due_since,
        currentPeriodEnd: row.current_period_end,
        cancelAtPeriodEnd: row.cancel_at_period_end,
        cancelAt: row.cancel_at,
        refundedUntil: row.refunded_until,
      },
      graceDays,
      now,
    );
    if (until) sources.push(toEntitlementSource(row, until));
  }
  const { tierId, until } = entitledTier(sources, now);
  const isUnchanged = tierId === profile.tier_id && until?.getTime() === profile.tier_until?.getTime();
  if (!isUnchanged)
    await sql`update profiles set tier_id = ${tierId}, tier_until = ${until} where id = ${userId}`.execute(
      transaction,
    );
  await recomputePlaybooks(transaction, userId, mode);
  return tierId !== profile.tier_id;
}

const toEntitlementSource = (
  row: { tier_id: string; access_level: number; price: number },
  until: Date | null,
): EntitlementSource => ({ tierId: row.tier_id, accessLevel: row.access_level, price: row.price, until });

/** A purchase is valid while one of its payments is. Purchases without any payment were complimentary, and stay. */
async function recomputePlaybooks(
  transaction: OperatorWriter<'payments'>,
  userId: string,
  mode: PaymentMode,
) {
  const isValid = sql`payment.user_id = ${userId} and payment.mode = ${mode} and not is_refunded and not is_disputed`;
  await sql`delete from user_playbook_purchases bought where user_id = ${userId}
    and exists (select from playbook_payments any_payment where any_payment.user_id = ${userId} and any_payment.playbook_id = bought.playbook_id)
    and not exists (select from playbook_payments payment where ${isValid} and payment.playbook_id = bought.playbook_id)`.execute(
    transaction,
  );
  await sql`insert into user_playbook_purchases (user_id, playbook_id, created_at)
    select user_id, playbook_id, min(created_at) from playbook_payments payment where ${isValid}
    group by user_id, playbook_id on conflict do nothing`.execute(transaction);
}
