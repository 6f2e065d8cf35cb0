import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { selectTeam } from '#people/notifications/public/team-members.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { yourSubscription } from './emails/email-parts.ts';
import { duplicatesEmail, planEmail } from './emails/emails.ts';
import { planEventOf } from './emails/plan-event.ts';
import { chargeOf, planReceipt, receiptEmail } from './emails/receipt-emails.ts';
import { type Reversal, reversalEmails } from './emails/reversal-emails.ts';
import type { InvoiceFacts, PaymentMode } from './payment-provider.ts';
import { outcomeOf } from './reversals/reversal-outcome.server.ts';
import { findDuplicates } from './subscription/current-subscription.server.ts';
import type { InvoiceState } from './subscription/paid-price.ts';
import type { BillingPolicy } from './subscription/recompute-entitlements.server.ts';
import { findTier, readSubscription } from './subscription/subscription-states.server.ts';
import { type PaymentSnapshot, type PlanSnapshot, readCurrentPlan } from './sync/snapshots.server.ts';

type Transaction = OperatorWriter<'payments'>;
type Parts = {
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: LoadEmailBranding;
};
type Change<Snapshot> = { before: Snapshot | undefined; after: Snapshot | undefined };
type PlanChange = Change<PlanSnapshot> & {
  userId: string;
  /** The invoices that this change paid. */
  paid: InvoiceFacts[];
};

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Emails about a member's payments. Each is queued in the transaction of the change it reports, and only if the state changes, so repeated
 * events never send duplicates.
 */
export function createNotifications({ mailer, emailPreferences, emailBranding }: Parts) {
  const readMember = (transaction: Transaction, userId: string) =>
    transaction
      .selectFrom('profiles')
      .select(['email', 'locale', 'email_notifications'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();

  const readAdmins = (transaction: Transaction) => selectTeam(transaction, ['admin']).execute();

  async function sendReversal(transaction: Transaction, reversal: Reversal): Promise<void> {
    const emails = await reversalEmails(
      await emailBranding(transaction),
      reversal,
      await readAdmins(transaction),
    );
    for (const email of emails) await mailer.send(email, transaction);
  }

  return {
    async planChanged(
      transaction: Transaction,
      { userId, before, after, paid }: PlanChange,
      { mode }: BillingPolicy,
    ): Promise<void> {
      if (!after) return;
      const site = await emailBranding(transaction);
      const member = await readMember(transaction, userId);
      const current = await readCurrentPlan(transaction, userId, mode);
      const payments: { name: string; invoice: InvoiceFacts }[] = [];
      for (const invoice of paid) {
        // The plan may have changed since the invoice.
        const priceId = chargeOf(invoice)?.priceId ?? '';
        const tier = await findTier(transaction, invoice.subscriptionId, priceId);
        payments.push({ name: tier?.name ?? after.name, invoice });
      }
      // The first payment is part of the email about the new subscription.
      const first =
        planEventOf(before, after, paid) === 'begun'
          ? payments.find(({ name }) => name === after.name)
          : undefined;
      const email = inLanguage(member.locale, () =>
        planEmail(site, {
          before,
          after,
          current,
          paid,
          firstPaid: first?.invoice,
        }),
      );
      if (email && (email.isTransactional || member.email_notifications)) {
        const { isTransactional, ...content } = email;
        const message = await inLanguage(member.locale, () =>
          composeEmail(site, {
            ...content,
            ...(isTransactional ? {} : { unsubscribeUrl: emailPreferences.unsubscribeUrl(userId) }),
            to: member.email,
            action: content.action ?? yourSubscription(site),
          }),
        );
        await mailer.send(message, transaction);
      }
      for (const { name, invoice } of payments)
        if (invoice !== first?.invoice)
          await mailer.send(
            await inLanguage(member.locale, () => planReceipt(site, { name, to: member.email }, invoice)),
            transaction,
          );
    },

    /** Informs the member and the admins about refunds and disputes of a subscription's invoices that they haven't been told about. */
    async reversed(transaction: Transaction, subscriptionId: string, policy: BillingPolicy): Promise<void> {
      const subscription = await readSubscription(transaction, subscriptionId);
      if (!subscription?.userId) return;
      const { rows } = await sql<Pick<Reversal, 'before' | 'amount' | 'currency'> & { id: string }>`
        select refunded.id, notified as before, refunded.amount, invoice.currency
        from refunded_invoices refunded join subscription_invoices invoice on invoice.id = refunded.id
        where refunded.subscription_id = ${subscriptionId} order by invoice.created_at`.execute(transaction);
      for (const { id, ...row } of rows) {
        const invoice = subscription.invoices.find((stored) => stored.id === id);
        if (!invoice || invoice.reversal === row.before) continue;
        await transaction
          .updateTable('refunded_invoices')
          .set({ notified: invoice.reversal })
          .where('id', '=', id)
          .execute();
        const { email, locale } = await readMember(transaction, subscription.userId);
        const { name, outcome } = await outcomeOf(transaction, subscription, invoice, policy);
        await sendReversal(transaction, { ...row, after: invoice.reversal, email, locale, name, outcome });
      }
    },

    /** Informs the admins if the member now has several subscriptions. */
    async subscriptionAdded(
      transaction: OperatorWriter<'payments'>,
      userId: string,
      mode: PaymentMode,
    ): Promise<void> {
      const [duplicates] = await findDuplicates(transaction, mode, userId);
      if (!duplicates) return;
      const site = await emailBranding(transaction);
      for (const { email, locale } of await readAdmins(transaction))
        await mailer.send(
          await inLanguage(locale, () => duplicatesEmail(site, email, duplicates)),
          transaction,
        );
    },

    async paymentChanged(
      transaction: Transaction,
      { before, after }: Change<PaymentSnapshot>,
    ): Promise<void> {
      if (!after) return;
      const [was, is] = [reversalOf(before), reversalOf(after)];
      if (!before && is === 'none') {
        const site = await emailBranding(transaction);
        await mailer.send(await inLanguage(after.locale, () => receiptEmail(site, after)), transaction);
      } else if (before && was !== is) {
        const { email, locale, title: name, amount, currency } = after;
        await sendReversal(transaction, {
          before: was,
          after: is,
          email,
          locale,
          name,
          amount,
          currency,
          outcome: { kind: playbookOutcome(before, after) },
        });
      }
    },
  };
}

function reversalOf(payment: PaymentSnapshot | undefined): InvoiceState['reversal'] {
  if (payment?.isRefunded) return 'refunded';
  if (payment?.isDisputeLost) return 'dispute_lost';
  return payment?.isDisputed ? 'disputed' : 'none';
}

function playbookOutcome(before: PaymentSnapshot, after: PaymentSnapshot) {
  if (!after.canRead) return 'playbook-closed';
  return before.canRead ? 'playbook-kept' : 'playbook-open';
}
