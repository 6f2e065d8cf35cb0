import { type RawBuilder, sql } from 'kysely';
import type { EntitlementsWriter } from '#access/writable.server.ts';
import type { PaymentMode } from '../payment-provider.ts';
import { type EntitlementSource, entitledTier, granted } from './entitlement.ts';
import { runGifts } from './gift-sources.server.ts';
import { findTier, readSubscriptions, type TierOfPrice } from './subscription-states.server.ts';

/**
 * Which payments count, how many days access continues after a failed one, and whether a refunded or
 * disputed payment cancels the subscription.
 */
export type BillingPolicy = { mode: PaymentMode; graceDays: number; cancelsRefunded: boolean };

type ComplimentaryRow = TierOfPrice & { until: Date | null };

/**
 * Recomputes a member's tier and purchased playbooks solely from payments, complimentary tiers and gifts. Locks the profile, so that only
 * one process recomputes a member at a time.
 * @returns whether the tier changed; undefined if there is no such member
 */
export async function recomputeEntitlements(
  transaction: EntitlementsWriter,
  userId: string,
  { mode, graceDays }: BillingPolicy,
): Promise<boolean | undefined> {
  const profile = await transaction
    .selectFrom('profiles')
    .select(['tier_id', 'tier_until', sql<Date>`clock_timestamp()`.as('now')])
    .select(
      sql<boolean>`complimentary_next_tier_id is not null and complimentary_until <= clock_timestamp()`.as(
        'isNextDue',
      ),
    )
    .where('id', '=', userId)
    // Rows that reference the profile can still be added: two gifts redeemed at once each add one.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!profile) return undefined;
  const { now } = profile;
  if (profile.isNextDue) await endComplimentary(transaction, sql`id = ${userId}`);

  const complimentary = await sql<ComplimentaryRow>`
    select tier.id, tier.name, tier.access_level as "accessLevel", tier.price, complimentary_until as until
    from profiles join tiers tier on tier.id = complimentary_tier_id where profiles.id = ${userId}`.execute(
    transaction,
  );

  const sources: EntitlementSource[] = complimentary.rows.map((tier) => toSource(tier, tier.until));
  for (const subscription of await readSubscriptions(transaction, userId, mode)) {
    const grant = granted(subscription, graceDays, now);
    const tier = grant && (await findTier(transaction, subscription.id, grant.priceId));
    if (grant && tier) sources.push(toSource(tier, grant.until));
  }
  const gift = await runGifts(transaction, userId, sources, now);
  const { tierId, until } = entitledTier(gift ? [...sources, gift] : sources, now);
  const isUnchanged = tierId === profile.tier_id && until?.getTime() === profile.tier_until?.getTime();
  if (!isUnchanged)
    await sql`update profiles set tier_id = ${tierId}, tier_until = ${until} where id = ${userId}`.execute(
      transaction,
    );
  await recomputePlaybooks(transaction, userId, mode);
  return tierId !== profile.tier_id;
}

/** Ends complimentary plans; those that were to follow begin, without an end. @returns the ids of the members */
export async function endComplimentary(
  transaction: EntitlementsWriter,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update profiles set complimentary_tier_id = complimentary_next_tier_id, complimentary_until = null, complimentary_next_tier_id = null
    where ${condition} returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

const toSource = (
  { id: tierId, accessLevel, price }: TierOfPrice,
  until: Date | null,
): EntitlementSource => ({ tierId, accessLevel, price, until });

/** A purchase is valid while one of its payments is. Purchases without any payment were complimentary, and stay. */
async function recomputePlaybooks(transaction: EntitlementsWriter, userId: string, mode: PaymentMode) {
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
