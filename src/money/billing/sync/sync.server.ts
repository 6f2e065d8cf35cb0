import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { writePayment, writePaymentRefund } from '../checkout/playbook-payment-row.server.ts';
import type { TrialUses } from '../checkout/trial-uses.server.ts';
import type { Notifications } from '../notifications.server.ts';
import type { ChargeFacts, InvoiceFacts, SessionFacts } from '../payment-provider.ts';
import { recomputeEntitlements } from '../subscription/recompute-entitlements.server.ts';
import type { ActivePayments } from './active-payments.server.ts';
import { storeInvoices } from './invoices.server.ts';
import { createSyncStore, ignored, type SyncResult, stored } from './sync-store.server.ts';
import { createSubscriptionSync } from './sync-subscription.server.ts';

/** The statuses of a subscription whose first payment took days and then failed. */
const failedStarts = ['incomplete_expired', 'canceled', 'past_due', 'unpaid'];

type Checkout = { id: string; user_id: string | null; playbook_id: string | null; status: string };

export type Sync = ReturnType<typeof createSync>;

/**
 * Copies the provider's current state into the database. Every call reads from the provider, so neither the order nor the number of events
 * matters. The number taken before the read keeps a slow answer from overwriting a newer one. All consequences of one
 * read are in one transaction.
 */
export function createSync({
  db,
  trialUses,
  notifications,
}: {
  db: OperatorWriter<'payments'>;
  notifications: Notifications;
  trialUses: TrialUses;
}) {
  const { takeNumber, store, lockSubscription } = createSyncStore(db, notifications);
  const subscription = createSubscriptionSync({ db, trialUses, takeNumber, store });

  async function session(active: ActivePayments, id: string): Promise<SyncResult> {
    const number = await takeNumber();
    const facts = await active.provider.readSession(id);
    const checkout = facts && (await findCheckout(active, facts));
    if (!checkout) return { kind: 'unknown-checkout', summary: 'ignored: unknown checkout' };
    if (facts.status === 'open') return stored('checkout open');
    if (facts.status === 'complete') {
      if (!facts.isPaid) return markUnpaid(active, checkout.id, facts);
      if (facts.subscriptionId) await subscription(active, facts.subscriptionId);
      else await storePaidPlaybook(active, checkout, facts, number);
    }
    await db
      .updateTable('checkouts')
      .set({ status: facts.status, session_id: facts.id })
      .where('id', '=', checkout.id)
      .execute();
    return stored(`checkout ${facts.status}`);
  }

  /** Handles a checkout that was completed with a payment that takes days, and that may have failed since. */
  async function markUnpaid(
    { provider }: ActivePayments,
    checkoutId: string,
    facts: SessionFacts,
  ): Promise<SyncResult> {
    // For plans, a failed first payment shows on the subscription, not on the session.
    const begun = facts.subscriptionId ? await provider.readSubscription(facts.subscriptionId) : undefined;
    const hasFailed = facts.hasFailed || (begun && failedStarts.includes(begun.status));
    await db
      .updateTable('checkouts')
      .set({ status: hasFailed ? 'expired' : 'processing', session_id: facts.id })
      .where('id', '=', checkoutId)
      .where('status', 'in', ['open', 'processing'])
      .execute();
    return hasFailed
      ? stored('checkout failed')
      : { kind: 'awaiting-payment', summary: 'checkout waits for the payment' };
  }

  async function storePaidPlaybook(
    active: ActivePayments,
    { id, user_id, playbook_id, status }: Checkout,
    facts: SessionFacts,
    number: string,
  ): Promise<void> {
    if (!playbook_id || !user_id) return;
    const { provider, policy } = active;
    const { paymentIntentId } = facts;
    const readCharge = async () =>
      paymentIntentId === undefined ? undefined : provider.readPayment(paymentIntentId);
    const paid = await readCharge();
    const write = writePayment({
      checkout: { id, user_id, playbook_id },
      mode: provider.mode,
      facts,
      charge: paid,
      // A payment that takes days counts from its arrival, any other from the charge, no matter how late its event is.
      paidAt: status === 'processing' ? undefined : paid?.createdAt,
      number,
    });
    await store({ userId: user_id, checkoutId: id, write }, policy);
    // A refund may have arrived before the payment was stored, and found nothing to mark.
    const latest = await readCharge();
    if (latest && (latest.isRefunded || latest.isDisputed)) await charge(active, latest.id);
  }

  /**
   * Only finds a checkout of ours, and of the member it was created for. The checkout id in the session's metadata finds it even if the
   * process was killed before it stored the session's id.
   */
  const findCheckout = ({ provider }: ActivePayments, { id, checkoutId, userId }: SessionFacts) =>
    db
      .selectFrom('checkouts')
      .select(['id', 'user_id', 'playbook_id', 'status'])
      .where('mode', '=', provider.mode)
      .where('user_id', '=', userId ?? null)
      .where((where) =>
        where.or([
          where('session_id', '=', id),
          where.and([
            where('session_id', 'is', null),
            where(sql<string>`checkouts.id::text`, '=', checkoutId ?? null),
          ]),
        ]),
      )
      .executeTakeFirst();

  /** A refund or dispute of a playbook payment, or of one period of a subscription. */
  async function charge(active: ActivePayments, id: string): Promise<SyncResult> {
    const number = await takeNumber();
    const facts = await active.provider.readCharge(id);
    if (!facts) return ignored('unknown charge');
    const kind = facts.invoice
      ? await storeInvoiceRefund(active, facts.invoice, facts, number)
      : await storePaymentRefund(active, facts, number);
    if (!kind) return ignored('not paid here');
    const words = [kind, facts.isRefunded && 'refunded', facts.isDisputed && 'disputed'];
    return stored(words.filter(Boolean).join(' '));
  }

  /** Stored even if the subscription isn't known yet: it counts once the subscription arrives. */
  async function storeInvoiceRefund(
    { policy }: ActivePayments,
    invoice: InvoiceFacts,
    { amount, isRefunded, refundedAmount, isDisputed, isDisputeLost }: ChargeFacts,
    number: string,
  ): Promise<string> {
    await db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, invoice.subscriptionId);
      await storeInvoices(transaction, [invoice], number);
      await sql`insert into refunded_invoices (id, subscription_id, amount, is_refunded, refunded_amount, is_disputed, is_dispute_lost, read_number)
        values (${invoice.id}, ${invoice.subscriptionId}, ${amount}, ${isRefunded}, ${refundedAmount}, ${isDisputed}, ${isDisputeLost}, ${number})
        on conflict (id) do update set amount = excluded.amount, is_refunded = excluded.is_refunded,
          refunded_amount = excluded.refunded_amount, is_disputed = excluded.is_disputed, is_dispute_lost = excluded.is_dispute_lost, read_number = excluded.read_number
        where refunded_invoices.read_number < excluded.read_number`.execute(transaction);
      const subscriber = await transaction
        .selectFrom('subscriptions')
        .select('user_id')
        .where('id', '=', invoice.subscriptionId)
        .executeTakeFirst();
      if (!subscriber?.user_id) return;
      await notifications.reversed(transaction, invoice.subscriptionId, policy);
      await recomputeEntitlements(transaction, subscriber.user_id, policy);
    });
    return 'subscription payment';
  }

  async function storePaymentRefund(
    { provider: { mode }, policy }: ActivePayments,
    facts: ChargeFacts,
    number: string,
  ): Promise<string | undefined> {
    const payment = await db
      .selectFrom('playbook_payments')
      .select(['user_id', 'checkout_id'])
      .where('payment_intent_id', '=', facts.paymentIntentId ?? null)
      .where('mode', '=', mode)
      .executeTakeFirst();
    if (!payment) return undefined;
    const write = writePaymentRefund(payment.checkout_id, facts, number);
    await store({ userId: payment.user_id, checkoutId: payment.checkout_id, write }, policy);
    return 'playbook payment';
  }

  /** A delayed payment has failed, so the member can try again. */
  async function failedSession(active: ActivePayments, id: string): Promise<SyncResult> {
    const result = await session(active, id);
    if (result.kind !== 'awaiting-payment') return result;
    await db.updateTable('checkouts').set({ status: 'expired' }).where('session_id', '=', id).execute();
    return stored('checkout failed');
  }

  async function invoice(active: ActivePayments, id: string): Promise<SyncResult> {
    const subscriptionId = await active.provider.readInvoiceSubscription(id);
    return subscriptionId ? subscription(active, subscriptionId) : ignored('not for a subscription');
  }

  return { subscription, session, failedSession, charge, invoice };
}
