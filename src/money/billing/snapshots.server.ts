import { sql } from 'kysely';
import type { Database } from '#access/database.ts';

/** A subscription as its member is told about it. Amounts in the currency's minor unit, times UTC. */
export type PlanSnapshot = {
  name: string;
  status: string;
  amount: number;
  currency: string;
  interval: string;
  pastDueSince: Date | null;
  periodEnd: Date;
  trialEnd: Date | null;
  isCanceled: boolean;
  /** Ended at its start, because its card had been used for a trial before. */
  isTrialRefused: boolean;
  /** The plan that a change leads to whose payment is to be confirmed; null if there is none. */
  pendingName: string | null;
  /** The provider's page where a payment is to be confirmed. */
  actionUrl: string | null;
};

/** A member's payment for a playbook. `amount` in the currency's minor unit. */
export type PaymentSnapshot = {
  email: string;
  title: string;
  slug: string;
  amount: number;
  currency: string;
  paidAt: Date;
  isRefunded: boolean;
};

export async function readPlan(
  transaction: Database,
  subscriptionId: string,
): Promise<PlanSnapshot | undefined> {
  const { rows } = await sql<PlanSnapshot>`
    select coalesce(tier.name, 'your plan') as name, status, amount, currency, interval, past_due_since as "pastDueSince",
      current_period_end as "periodEnd", trial_end as "trialEnd", cancel_at_period_end as "isCanceled", trial_refused as "isTrialRefused",
      (select pending.name from tier_prices price join tiers pending on pending.id = price.tier_id
        where price.id = pending_price_id) as "pendingName", action_url as "actionUrl"
    from subscriptions subscription left join tiers tier on tier.id = subscription.tier_id
    where subscription.id = ${subscriptionId}`.execute(transaction);
  return rows[0];
}

export async function readPayment(
  transaction: Database,
  checkoutId: string,
): Promise<PaymentSnapshot | undefined> {
  const { rows } = await sql<PaymentSnapshot>`
    select profile.email, playbook.title, playbook.slug, payment.amount, payment.currency, payment.created_at as "paidAt",
      is_refunded as "isRefunded"
    from playbook_payments payment join profiles profile on profile.id = payment.user_id
    join playbooks playbook on playbook.id = payment.playbook_id
    where payment.checkout_id = ${checkoutId}`.execute(transaction);
  return rows[0];
}
