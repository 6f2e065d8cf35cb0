import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import type { Mailer } from '#platform/mailer.server.ts';
import { findDuplicates } from './current-subscription.server.ts';
import { duplicatesEmail, planEmail, receiptEmail, refundEmail } from './emails.ts';
import type { PaymentMode } from './payment-provider.ts';
import type { PaymentSnapshot, PlanSnapshot } from './snapshots.server.ts';

type Parts = {
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: () => Promise<EmailBranding>;
};
type Change<Snapshot> = { before: Snapshot | undefined; after: Snapshot | undefined };

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Emails about a member's payments. Each is queued in the transaction that makes it true, and only a changed state causes
 * one, so repeated events send nothing twice.
 */
export function createNotifications({ mailer, emailPreferences, emailBranding }: Parts) {
  return {
    async planChanged(
      transaction: OperatorWriter<'payments'>,
      { userId, graceDays, before, after }: Change<PlanSnapshot> & { userId: string; graceDays: number },
    ): Promise<void> {
      const site = await emailBranding();
      const email = after && planEmail(site, before, after, graceDays);
      if (!email) return;
      const { isTransactional, ...content } = email;
      const member = await transaction
        .selectFrom('profiles')
        .select(['email', 'email_notifications'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      if (!isTransactional && !member.email_notifications) return;
      const message = await composeEmail(site, {
        ...content,
        ...(isTransactional ? {} : { unsubscribeUrl: emailPreferences.unsubscribeUrl(userId) }),
        to: member.email,
        action: content.action ?? { label: 'Your subscription', url: `${site.url}/subscription` },
      });
      await mailer.send(message, transaction);
    },

    /** Tells the admins if the member has several subscriptions now. */
    async subscriptionAdded(
      transaction: OperatorWriter<'payments'>,
      userId: string,
      mode: PaymentMode,
    ): Promise<void> {
      const [duplicates] = await findDuplicates(transaction, mode, userId);
      if (!duplicates) return;
      const site = await emailBranding();
      const admins = await transaction
        .selectFrom('profiles')
        .select('email')
        .where('role', '=', 'admin')
        .execute();
      for (const { email } of admins)
        await mailer.send(await duplicatesEmail(site, email, duplicates), transaction);
    },

    async paymentChanged(
      transaction: OperatorWriter<'payments'>,
      { before, after }: Change<PaymentSnapshot>,
    ): Promise<void> {
      if (!after) return;
      const site = await emailBranding();
      if (!before && !after.isRefunded) await mailer.send(await receiptEmail(site, after), transaction);
      if (before && !before.isRefunded && after.isRefunded)
        await mailer.send(await refundEmail(site, after), transaction);
    },
  };
}
