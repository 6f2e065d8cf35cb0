import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import type { Mailer } from '#platform/mailer.server.ts';
import { type NotedPlan, planNote, receiptEmail, refundEmail } from './emails.ts';
import { addDays } from './entitlement.ts';

type Parts = {
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: () => Promise<EmailBranding>;
};
type PlanRow = NotedPlan & { pastDueSince: Date | null };
type PaymentRow = {
  email: string;
  title: string;
  slug: string;
  amount: number;
  created_at: Date;
  is_refunded: boolean;
};

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Tells members by mail what has become of their money. A mail is part of the transaction that makes it true, and only a state that
 * has changed makes one: repeated events repeat nothing.
 */
export function createNotifications({ mailer, emailPreferences, emailBranding }: Parts) {
  const readPlan = async (
    transaction: OperatorWriter<'payments'>,
    id: string,
  ): Promise<PlanRow | undefined> =>
    (
      await sql<PlanRow>`select coalesce(tier.name, 'your plan') as name, status, amount, interval,
          past_due_since as "pastDueSince", current_period_end as "periodEnd", trial_end as "trialEnd",
          cancel_at_period_end as "isCancelled"
        from subscriptions subscription left join tiers tier on tier.id = subscription.tier_id
        where subscription.id = ${id}`.execute(transaction)
    ).rows[0];

  const readPayment = async (transaction: OperatorWriter<'payments'>, checkoutId: string) =>
    (
      await sql<PaymentRow>`select profile.email, playbook.title, playbook.slug, payment.amount, payment.created_at, is_refunded
        from playbook_payments payment join profiles profile on profile.id = payment.user_id
        join playbooks playbook on playbook.id = payment.playbook_id
        where payment.checkout_id = ${checkoutId}`.execute(transaction)
    ).rows[0];

  return {
    /** Does `change` and tells what it has made of the subscription. */
    async ofPlan(
      transaction: OperatorWriter<'payments'>,
      { userId, id, graceDays }: { userId: string; id: string; graceDays: number },
      change: () => Promise<void>,
    ): Promise<void> {
      const before = await readPlan(transaction, id);
      await change();
      const after = await readPlan(transaction, id);
      const site = await emailBranding();
      const note =
        after && planNote(site, before, after, addDays(after.pastDueSince ?? after.periodEnd, graceDays));
      if (!note) return;
      const { isReceipt, ...content } = note;
      const member = await transaction
        .selectFrom('profiles')
        .select(['email', 'email_notifications'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      if (!isReceipt && !member.email_notifications) return;
      const action = { label: 'Your subscription', url: `${site.url}/subscription` };
      const unsubscribe = isReceipt ? {} : { unsubscribeUrl: emailPreferences.unsubscribeUrl(userId) };
      await mailer.send(
        await composeEmail(site, { ...content, ...unsubscribe, to: member.email, action }),
        transaction,
      );
    },

    /** Does `change` and tells what it has made of the payment for a playbook. */
    async ofPayment(
      transaction: OperatorWriter<'payments'>,
      checkoutId: string,
      change: () => Promise<void>,
    ): Promise<void> {
      const before = await readPayment(transaction, checkoutId);
      await change();
      const after = await readPayment(transaction, checkoutId);
      if (!after) return;
      const site = await emailBranding();
      if (!before && !after.is_refunded)
        await mailer.send(
          await receiptEmail(after.email, site, { ...after, paidAt: after.created_at }),
          transaction,
        );
      if (before && !before.is_refunded && after.is_refunded)
        await mailer.send(await refundEmail(after.email, site, after.title, after.amount), transaction);
    },
  };
}
