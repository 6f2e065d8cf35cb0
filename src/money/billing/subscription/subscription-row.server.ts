import { type RawBuilder, sql } from 'kysely';
import type { BillingInterval } from '#constants';
import type { PaymentMode, SubscriptionFacts } from '../payment-provider.ts';

/** A subscription as read from the provider, and the site's own data about it. */
type Row = {
  facts: SubscriptionFacts;
  mode: PaymentMode;
  /** Null once the member has deleted their account. */
  userId: string | null;
  /** Without a tier if the price isn't ours. */
  terms: { tier_id: string | null; interval: BillingInterval; amount: number; currency: string };
  pastDueSince: Date | null;
  /** Its card had already been used for a trial. */
  isRefused: boolean;
  /** Orders reads: the row keeps the one with the highest number. */
  number: string;
};

/** Inserts or updates the row of a subscription. Facts that can't change later, such as when a trial ended, stay. */
export function writeSubscription(row: Row): RawBuilder<unknown> {
  const { facts, mode, userId, terms, pastDueSince, isRefused, number } = row;
  return sql`insert into subscriptions (id, mode, user_id, tier_id, customer_id, item_id, price_id, status, interval, amount, currency, quantity,
      current_period_start, current_period_end, past_due_since, cancel_at_period_end, cancel_at, trial_end, discount_percent,
      discount_amount, discount_until, next_amount, checkout_id, pending_price_id, pending_until, action_url,
      trial_refused, is_ended_unpaid, read_number, created_at)
    values (${facts.id}, ${mode}, ${userId}, ${terms.tier_id}, ${facts.customerId}, ${facts.itemId}, ${facts.priceId},
      ${facts.status}, ${terms.interval}, ${terms.amount}, ${terms.currency}, ${facts.quantity},
      ${facts.currentPeriodStart}, ${facts.currentPeriodEnd}, ${pastDueSince},
      ${facts.cancelAtPeriodEnd}, ${facts.cancelAt}, ${facts.trialEnd}, ${facts.discount?.percent_off ?? null},
      ${facts.discount?.amount_off ?? null}, ${facts.discount?.until ?? null}, ${facts.nextAmount ?? null},
      (select id from checkouts where id::text = ${facts.checkoutId ?? null} and user_id = ${userId}),
      ${facts.pending?.priceId ?? null}, ${facts.pending?.until ?? null}, ${facts.actionUrl}, ${isRefused}, ${facts.isEndedUnpaid}, ${number}, ${facts.createdAt})
    on conflict (id) do update set tier_id = excluded.tier_id, item_id = excluded.item_id, price_id = excluded.price_id,
      status = excluded.status, interval = excluded.interval, amount = excluded.amount, currency = excluded.currency, quantity = excluded.quantity,
      current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
      past_due_since = case when excluded.past_due_since is not null then coalesce(subscriptions.past_due_since, excluded.past_due_since) end,
      cancel_at_period_end = excluded.cancel_at_period_end, cancel_at = excluded.cancel_at,
      discount_percent = excluded.discount_percent, discount_amount = excluded.discount_amount,
      discount_until = excluded.discount_until, next_amount = excluded.next_amount,
      trial_end = coalesce(excluded.trial_end, subscriptions.trial_end), missing_since = null,
      pending_price_id = excluded.pending_price_id, pending_until = excluded.pending_until, action_url = excluded.action_url,
      trial_refused = subscriptions.trial_refused or excluded.trial_refused,
      is_ended_unpaid = excluded.is_ended_unpaid, read_number = excluded.read_number, updated_at = now()
    where subscriptions.read_number < excluded.read_number`;
}
