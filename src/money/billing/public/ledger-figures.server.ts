import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type FigureUnit, figures } from '#constants';
import type { PaymentMode } from '../payment-provider.ts';

/** The payments that count. */
export type Ledger = { mode: PaymentMode; currency: string };
/** A range of days in a time zone, both ends included. */
export type FigureRange = { unit: FigureUnit; from: string; to: string; zone: string };

/**
 * When each subscription was paid: from its first payment to its end, or indefinitely. Trials and free plans never were. And by whom: a
 * member can come back as another customer.
 */
const paidSpans = ({ mode, currency }: Ledger) => sql`
  select coalesce(subscription.user_id::text, subscription.customer_id) as payer, min(invoice.paid_at) as paid_from,
    coalesce(least(subscription.ended_at, subscription.missing_since), 'infinity') as paid_until,
    case when subscription.discount_until <= now() then subscription.amount
      else greatest(0, subscription.amount - round(subscription.amount * coalesce(subscription.discount_percent, 0)::numeric / 100)
        - coalesce(subscription.discount_amount, 0)) end
      / case subscription.interval when 'year' then 12.0 else 1.0 end as recurring
  from subscriptions subscription join subscription_invoices invoice on invoice.subscription_id = subscription.id
  where subscription.mode = ${mode} and subscription.currency = ${currency} and invoice.status = 'paid' and invoice.amount_paid > 0
  group by subscription.id`;

/** What the provider no longer knows is no trial. */
const inTrial = ({ mode }: Ledger) => sql`mode = ${mode} and status = 'trialing' and missing_since is null`;

export type Standing = { paying: number; recurring: number; trials: number; trials_ending: number };

/** The current state. `recurring` is what subscriptions bring per month, after discounts, in the currency's minor unit. */
export async function readStanding(db: Database, ledger: Ledger): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select count(distinct span.payer)::int as paying, coalesce(round(sum(span.recurring)), 0)::float8 as recurring,
      (select count(*)::int from subscriptions where ${inTrial(ledger)}) as trials,
      (select count(*)::int from subscriptions where ${inTrial(ledger)}
        and trial_end between now() and now() + make_interval(days => ${figures.trialEndDays})) as trials_ending
    from (${paidSpans(ledger)}) span where span.paid_from <= now() and span.paid_until > now()`.execute(db);
  return rows[0] ?? { paying: 0, recurring: 0, trials: 0, trials_ending: 0 };
}

/** Members who were paying at the start of the range, and how many of them no longer were at its end, or now if that is earlier. */
export async function readChurn(db: Database, ledger: Ledger, { from, to, zone }: FigureRange) {
  const begin = sql`(${from}::date::timestamp at time zone ${zone})`;
  const end = sql`least(now(), (${to}::date + 1)::timestamp at time zone ${zone})`;
  const { rows } = await sql<{ paying_before: number; lost: number }>`
    with spans as materialized (${paidSpans(ledger)}),
      before as (select distinct payer from spans where paid_from <= ${begin} and paid_until > ${begin})
    select count(*)::int as paying_before, (count(*) filter (where not exists (
      select from spans later where later.payer = before.payer and paid_from <= ${end} and paid_until > ${end})))::int as lost
    from before`.execute(db);
  return rows[0] ?? { paying_before: 0, lost: 0 };
}

export type MoneyBucket = { start: string; revenue: number; refunds: number };

/** How much of a payment went back: the refunds, or all of it after a lost dispute. */
const wentBack = sql`case when reversed.is_refunded or reversed.is_dispute_lost then reversed.amount else reversed.refunded_amount end`;

/**
 * Payments and reversals (refunds and lost disputes) by the day on which they happened; in the currency's minor unit. Partial refunds of a
 * payment all count on the day of the first one.
 */
export async function readMoney(db: Database, { mode, currency }: Ledger, range: FigureRange) {
  const { unit, from, to, zone } = range;
  const { rows } = await sql<MoneyBucket>`
    with movements as (
      select invoice.paid_at as at, invoice.amount_paid as revenue, 0 as refunds
      from subscription_invoices invoice join subscriptions subscription on subscription.id = invoice.subscription_id
      where subscription.mode = ${mode} and invoice.currency = ${currency} and invoice.status = 'paid' and invoice.amount_paid > 0
      union all
      select reversed.reversed_at, 0, ${wentBack}
      from refunded_invoices reversed join subscriptions subscription on subscription.id = reversed.subscription_id
      where subscription.mode = ${mode} and subscription.currency = ${currency} and reversed.reversed_at is not null
      union all
      select created_at, amount, 0 from playbook_payments where mode = ${mode} and currency = ${currency} and amount > 0
      union all
      select reversed.reversed_at, 0, ${wentBack} from playbook_payments reversed
      where mode = ${mode} and currency = ${currency} and reversed_at is not null
    )
    select date_trunc(${unit}, at at time zone ${zone})::date::text as start, sum(revenue)::float8 as revenue, sum(refunds)::float8 as refunds
    from movements where (at at time zone ${zone})::date between ${from}::date and ${to}::date group by 1`.execute(
    db,
  );
  return rows;
}
