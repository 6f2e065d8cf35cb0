import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { BillingInterval } from '#constants';
import type { PaymentMode } from '../payment-provider.ts';
import { currentStatuses, endedStatuses } from '../public/subscription-statuses.ts';
import type { SubscriptionState } from './entitlement.ts';
import type { InvoiceState } from './paid-price.ts';

/** A subscription with everything that decides what it grants. `amount` is per period, in the currency's minor unit. */
export type StoredSubscription = Omit<SubscriptionState, 'invoices'> & {
  id: string;
  mode: PaymentMode;
  /** Null once the member has deleted their account. */
  userId: string | null;
  itemId: string;
  customerId: string;
  interval: BillingInterval;
  amount: number;
  quantity: number;
  currency: string;
  trialEnd: Date | null;
  /** The next charge, if a discount or tax changes the price. */
  nextAmount: number | null;
  /** Its card had already been used for a trial. */
  isTrialRefused: boolean;
  /** The price of a change whose payment must be confirmed, and the page for that. */
  pendingPriceId: string | null;
  actionUrl: string | null;
  /** Canceled because the account is deleted. */
  isEndedWithAccount: boolean;
  invoices: StoredInvoice[];
};
export type StoredInvoice = InvoiceState & { id: string; isOpen: boolean };

type Row = Omit<StoredSubscription, 'invoices'> & {
  invoices: (Omit<StoredInvoice, 'createdAt' | 'lines'> & {
    createdAt: string;
    lines: { priceId: string; amount: number; due?: number; startsAt: string; endsAt: string }[];
  })[];
};

async function read(db: Database, condition: RawBuilder<unknown>): Promise<StoredSubscription[]> {
  const { rows } = await sql<Row>`
    select id, mode, user_id as "userId", item_id as "itemId", customer_id as "customerId", interval, amount, quantity, currency, status,
      price_id as "priceId", past_due_since as "pastDueSince", current_period_end as "currentPeriodEnd",
      cancel_at_period_end as "cancelAtPeriodEnd", cancel_at as "cancelAt", trial_end as "trialEnd", next_amount as "nextAmount",
      trial_refused as "isTrialRefused", pending_price_id as "pendingPriceId", action_url as "actionUrl", is_ended_by_refund as "isEndedByRefund",
      is_ended_unpaid as "isEndedUnpaid", is_ended_with_account as "isEndedWithAccount",
      (select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'createdAt', invoice.created_at, 'lines', lines,
          'isPaid', invoice.status = 'paid', 'isOpen', invoice.status = 'open', 'reversal', case when is_refunded then 'refunded' when is_dispute_lost then 'dispute_lost'
            when is_disputed then 'disputed' else 'none' end)), '[]')
        from subscription_invoices invoice left join refunded_invoices on refunded_invoices.id = invoice.id
        where invoice.subscription_id = subscription.id and invoice.status in ('paid', 'open', 'uncollectible')) as invoices
    from subscriptions subscription where ${condition}
    -- Times are in seconds: of two that began in one, the one that has ended is the older.
    order by created_at desc, status = any(${endedStatuses})`.execute(db);
  return rows.map((row) => ({ ...row, invoices: row.invoices.map(revive) }));
}

const revive = ({ lines, createdAt, ...invoice }: Row['invoices'][number]): StoredInvoice => ({
  ...invoice,
  createdAt: new Date(createdAt),
  lines: lines.map(({ startsAt, endsAt, ...line }) => ({
    ...line,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  })),
});

/** All of a member's subscriptions, newest first. */
export const readSubscriptions = (db: Database, userId: string, mode: PaymentMode) =>
  read(db, sql`user_id = ${userId} and mode = ${mode}`);

export const readSubscription = async (db: Database, id: string): Promise<StoredSubscription | undefined> =>
  (await read(db, sql`id = ${id}`))[0];

/** Subscriptions that haven't ended although the provider no longer knows them. */
export const readMissing = (db: Database, mode: PaymentMode) =>
  read(db, sql`mode = ${mode} and missing_since is not null and status <> all(${endedStatuses})`);

/** Subscriptions that continue although an invoice was refunded or its dispute lost; of one member, or of all. */
export const readReversed = (db: Database, mode: PaymentMode, userId?: string) =>
  read(
    db,
    sql`mode = ${mode} and user_id = coalesce(${userId ?? null}, user_id) and status = any(${currentStatuses})
      and exists (select from refunded_invoices where subscription_id = subscription.id and (is_refunded or is_dispute_lost))`,
  );

export type TierOfPrice = { id: string; name: string; accessLevel: number; price: number };

/** The tier of a subscription's current or earlier price; undefined if the price isn't ours. */
export async function findTier(
  db: Database,
  subscriptionId: string,
  priceId: string,
): Promise<TierOfPrice | undefined> {
  const { rows } = await sql<TierOfPrice>`select id, name, access_level as "accessLevel", price from tiers
    where id = coalesce((select tier_id from subscriptions where id = ${subscriptionId} and price_id = ${priceId}),
      (select tier_id from tier_prices where id = ${priceId}))`.execute(db);
  return rows[0];
}
