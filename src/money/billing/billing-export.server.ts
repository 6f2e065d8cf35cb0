import { sql } from 'kysely';

/** A member's purchases and payments, for their data export. Amounts are in the currency's minor unit. */
export const billingExport = {
  purchases: (userId: string) =>
    sql`select playbook.slug, bought.created_at from user_playbook_purchases bought
      join playbooks playbook on playbook.id = bought.playbook_id where bought.user_id = ${userId} order by 2`,
  subscriptions: (userId: string) =>
    sql`select subscription.id, tier.name as plan, subscription.status, subscription.interval, subscription.amount, subscription.currency,
        subscription.current_period_end, subscription.cancel_at_period_end, subscription.trial_end, subscription.created_at
      from subscriptions subscription left join tiers tier on tier.id = subscription.tier_id
      where subscription.user_id = ${userId} order by subscription.created_at`,
  invoices: (userId: string) =>
    sql`select invoice.id, invoice.subscription_id as subscription, invoice.status, invoice.amount_paid, invoice.currency, invoice.created_at, invoice.paid_at
      from subscription_invoices invoice join subscriptions subscription on subscription.id = invoice.subscription_id
      where subscription.user_id = ${userId} order by invoice.created_at`,
  refunds: (userId: string) =>
    sql`select refund.id as invoice, refund.subscription_id as subscription, refund.amount, refund.refunded_amount, subscription.currency,
        refund.is_refunded, refund.is_disputed, refund.is_dispute_lost, refund.reversed_at
      from refunded_invoices refund join subscriptions subscription on subscription.id = refund.subscription_id
      where subscription.user_id = ${userId} order by refund.reversed_at, refund.id`,
  payments: (userId: string) =>
    sql`select playbook.slug, payment.subtotal, payment.discount, payment.tax, payment.amount, payment.currency, payment.is_refunded, payment.refunded_amount,
        payment.is_disputed, payment.is_dispute_lost, payment.reversed_at, payment.created_at
      from playbook_payments payment join playbooks playbook on playbook.id = payment.playbook_id
      where payment.user_id = ${userId} order by payment.created_at`,
};
