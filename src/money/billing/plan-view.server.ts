import { sql } from 'kysely';
import type { BillingInterval } from '#constants';
import type { Database } from '#platform/database.server.ts';
import { findReturned, findRunning } from './current-subscription.server.ts';
import { addDays } from './entitlement.ts';
import type { PaymentMode } from './payment-provider.ts';
import type { Subscription } from './public/billing.contract.ts';

type ProfileRow = {
  tier_id: string | null;
  name: string | null;
  price: number | null;
  complimentary_tier_id: string | null;
  complimentary_until: Date | null;
  has_tried: boolean;
};

/** The member's plan as his page tells it, all but the copies. */
export async function describePlan(
  db: Database,
  userId: string,
  mode: PaymentMode | undefined,
  graceDays: number,
): Promise<Omit<Subscription, 'daily_copy_limit' | 'copies_left'>> {
  const [{ rows }, running] = await Promise.all([
    sql<ProfileRow>`select tier.id as tier_id, tier.name, tier.price, complimentary_tier_id, complimentary_until,
        exists (select from subscriptions where user_id = profiles.id and mode = ${mode ?? null} and trial_end is not null) as has_tried
      from profiles left join tiers tier on tier.id = current_tier_id(profiles) where profiles.id = ${userId}`.execute(
      db,
    ),
    mode ? findRunning(db, userId, mode) : undefined,
  ]);
  const profile = rows[0];
  const gives = running?.tier_id !== null && running?.tier_id === profile?.tier_id;
  const isGift = profile?.tier_id != null && !gives && profile.complimentary_tier_id === profile.tier_id;
  const source =
    profile?.tier_id == null ? 'free' : isGift ? 'complimentary' : gives ? 'subscription' : 'free';
  const iso = (moment: unknown) => (moment instanceof Date ? moment.toISOString() : null);
  const ends = running?.cancel_at_period_end ? running.current_period_end : (running?.cancel_at ?? null);
  const pays = running && ['trialing', 'active'].includes(running.status) && ends === null;
  const isTrial = running?.status === 'trialing';
  return {
    plan: profile?.name ?? 'Free',
    price: profile?.price ?? 0,
    billing_cycle: running?.interval === 'year' ? 'Yearly' : 'Monthly',
    tier_id: profile?.tier_id ?? null,
    source,
    status: running?.status ?? null,
    interval: (running?.interval as BillingInterval | undefined) ?? null,
    amount: running?.amount ?? null,
    next_payment_at: pays ? iso(running.current_period_end) : null,
    ends_at: iso(isGift ? profile.complimentary_until : ends),
    trial_end: isTrial ? iso(running.trial_end) : null,
    grace_until: running?.past_due_since
      ? iso(addDays(running.past_due_since as unknown as Date, graceDays))
      : null,
    returned_until: iso(running && (await findReturned(db, running.id))),
    can_try: !profile?.has_tried,
    payments: mode ?? 'off',
    can: {
      cancel: Boolean(pays) || running?.status === 'past_due',
      resume: Boolean(running?.cancel_at_period_end || running?.cancel_at),
      manage_billing: running !== undefined,
    },
  };
}
