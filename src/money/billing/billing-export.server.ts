import { sql } from 'kysely';

/** The member's purchases and payments for their data export. Amounts in the currency's minor unit. */
export const billingExport = {
  purchases: (userId: string) =>
    sql`select playbook.slug, bought.created_at from user_playbook_purchases bought
      join playbooks playbook on playbook.id = bought.playbook_id where bought.user_id = ${userId} order by 2`,
  subscriptions: (userId: string) =>
    sql`select subscription.id, tier.name as plan, subscription.status, subscription.interval, subscription.amount, subscription.currency,
        subscription.current_period_end, subscription.cancel_at_period_end, subscription.trial_end, subscription.created_at
      from subscriptions subscription left join tiers tier on tier.id = subscription.tier_id
      where subscription.user_id = ${userId} order by subscription.created_at`,
  payments: (userId: string) =>
    sql`select playbook.slug, payment.subtotal, payment.discount, payment.tax, payment.amount, payment.currency, payment.is_refunded, payment.created_at from playbook_payments payment
      join playbooks playbook on playbook.id = payment.playbook_id where payment.user_id = ${userId} order by 4`,
};
