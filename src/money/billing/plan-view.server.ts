import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { findCurrentSubscription, findRefundedUntil } from './current-subscription.server.ts';
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
  const [{ rows }, current] = await Promise.all([
    sql<ProfileRow>`select tier.id as tier_id, tier.name, tier.price, complimentary_tier_id, complimentary_until,
        exists (select from subscriptions where user_id = profiles.id and mode = ${mode ?? null} and trial_end is not null) as has_tried
      from profiles left join tiers tier on tier.id = current_tier_id(profiles) where profiles.id = ${userId}`.execute(
      db,
    ),
    mode ? findCurrentSubscription(db, userId, mode) : undefined,
  ]);
  const profile = rows[0];
  const gives = current?.tier_id !== null && current?.tier_id === profile?.tier_id;
  const isGift = profile?.tier_id != null && !gives && profile.complimentary_tier_id === profile.tier_id;
  const source =
    profile?.tier_id == null ? 'free' : isGift ? 'complimentary' : gives ? 'subscription' : 'free';
  const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null;
  const ends = current?.cancel_at_period_end ? current.current_period_end : (current?.cancel_at ?? null);
  const pays = current && ['trialing', 'active'].includes(current.status) && ends === null;
  const isTrial = current?.status === 'trialing';
  return {
    plan: profile?.name ?? 'Free',
    price: profile?.price ?? 0,
    billing_cycle: current?.interval === 'year' ? 'Yearly' : 'Monthly',
    tier_id: profile?.tier_id ?? null,
    source,
    status: current?.status ?? null,
    interval: current?.interval ?? null,
    amount: current?.amount ?? null,
    next_payment_at: pays ? iso(current.current_period_end) : null,
    ends_at: iso(isGift ? profile.complimentary_until : ends),
    trial_end: isTrial ? iso(current.trial_end) : null,
    grace_until: current?.past_due_since ? iso(addDays(current.past_due_since, graceDays)) : null,
    refunded_until: iso(current && (await findRefundedUntil(db, current.id))),
    can_try: !profile?.has_tried,
    payments: mode ?? 'off',
    can: {
      cancel: Boolean(pays) || current?.status === 'past_due',
      resume: Boolean(current?.cancel_at_period_end || current?.cancel_at),
      manage_billing: current !== undefined,
    },
  };
}
