import { type RawBuilder, sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { endedStatuses, isCurrent } from './current-subscription.server.ts';
import { granted } from './entitlement.ts';
import { storeInvoices } from './invoices.server.ts';
import type { Notifications } from './notifications.server.ts';
import type { ChargeFacts, InvoiceFacts, SessionFacts, SubscriptionFacts } from './payment-provider.ts';
import type { ActivePayments } from './payments.server.ts';
import { writePayment, writePaymentRefund } from './playbook-payment-row.server.ts';
import { type BillingPolicy, recomputeEntitlements } from './recompute-entitlements.server.ts';
import { readPayment, readPlan } from './snapshots.server.ts';
import { writeSubscription } from './subscription-row.server.ts';
import { readSubscription } from './subscription-states.server.ts';
import type { TrialUses } from './trial-uses.server.ts';

/** For the event ledger, in a few words; `ignored: …` if the object is not one of ours. */
type Outcome = string;

/** The outcome of a checkout that was completed with a delayed payment method, such as a bank debit. */
export const waitsForPayment = 'checkout waits for the payment';
/** The statuses of a subscription whose first payment, which took days, has failed. */
const failedStarts = ['incomplete_expired', 'canceled', 'past_due', 'unpaid'];
export const unknownCheckout = 'ignored: unknown checkout';

/** `userId` is null once the member has deleted their account: only the record is kept up to date. */
type Change = { userId: string | null; write: RawBuilder<unknown> } & (
  | { subscriptionId: string; invoices: InvoiceFacts[]; number: string }
  | { checkoutId: string }
);

export type Sync = ReturnType<typeof createSync>;

/**
 * Copies the provider's current state into the database. Every call reads from the provider, so neither the order nor the
 * number of the events behind it matters. The number taken before the read keeps a slow answer from overwriting a newer
 * one. Everything that follows from one read is one transaction.
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
  async function takeNumber(): Promise<string> {
    const { rows } = await sql<{ number: string }>`select nextval('billing_reads') as number`.execute(db);
    return String(rows[0]?.number);
  }

  /** The profile is locked, so that each change of a member's payments is seen, and notified, once. */
  async function store(change: Change, policy: BillingPolicy): Promise<void> {
    const { userId, write } = change;
    await db.transaction().execute(async (transaction) => {
      if ('subscriptionId' in change) await lockSubscription(transaction, change.subscriptionId);
      if (userId === null) return void (await write.execute(transaction));
      await sql`select from profiles where id = ${userId} for update`.execute(transaction);
      if ('subscriptionId' in change) {
        const before = await readPlan(transaction, change.subscriptionId);
        await write.execute(transaction);
        const paid = await storeInvoices(transaction, change.invoices, change.number);
        const after = await readPlan(transaction, change.subscriptionId);
        await notifications.planChanged(transaction, { userId, policy, before, after, paid });
        await notifications.reversed(transaction, change.subscriptionId, policy);
        if (isCurrent(after) && !isCurrent(before))
          await notifications.subscriptionAdded(transaction, userId, policy.mode);
      } else {
        const before = await readPayment(transaction, change.checkoutId);
        await write.execute(transaction);
        const after = await readPayment(transaction, change.checkoutId);
        await notifications.paymentChanged(transaction, { before, after });
      }
      await recomputeEntitlements(transaction, userId, policy);
    });
  }

  /** A refund and the subscription it belongs to may arrive at the same time; one of them has to see the other. */
  const lockSubscription = (transaction: OperatorWriter<'payments'>, id: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(transaction);

  async function subscription(active: ActivePayments, id: string): Promise<Outcome> {
    const number = await takeNumber();
    const facts = await active.provider.readSubscription(id);
    if (!facts) return storeMissing(active, id, number);
    return storeSubscription(active, facts, await active.provider.readInvoices(id), number);
  }

  /**
   * The provider no longer knows it, as after its test data was deleted or with the keys of another account: it will not be
   * renewed, and ends once it grants nothing any more.
   */
  async function storeMissing(
    { provider: { mode }, policy }: ActivePayments,
    id: string,
    number: string,
  ): Promise<Outcome> {
    const existing = await readSubscription(db, id);
    if (existing?.mode !== mode) return 'ignored: unknown subscription';
    const isOver = granted(existing, policy.graceDays, new Date()) === undefined;
    const write = sql`update subscriptions set missing_since = coalesce(missing_since, now()),
        status = case when ${isOver} then 'canceled' else status end, read_number = ${number}, updated_at = now()
      where id = ${id} and read_number < ${number}`;
    await store({ userId: existing.userId, subscriptionId: id, write, invoices: [], number }, policy);
    return 'subscription unknown to the provider';
  }

  async function storeSubscription(
    { provider, policy }: ActivePayments,
    read: SubscriptionFacts,
    invoices: InvoiceFacts[],
    number: string,
  ): Promise<Outcome> {
    const { mode } = provider;
    let facts = read;
    const customer =
      (await db
        .selectFrom('billing_customers')
        .select('user_id')
        .where('id', '=', facts.customerId)
        .where('mode', '=', mode)
        .executeTakeFirst()) ??
      // Their member may have got another customer meanwhile, while the keys were those of another account.
      (await db
        .selectFrom('subscriptions')
        .select('user_id')
        .where('id', '=', facts.id)
        .where('customer_id', '=', facts.customerId)
        .where('mode', '=', mode)
        .executeTakeFirst());
    if (!customer) return 'ignored: unknown customer';
    if (customer.user_id === null && !endedStatuses.includes(facts.status)) {
      // The member has deleted their account: nobody could use it, or end it.
      await provider.cancelNow(facts.id);
      facts = (await provider.readSubscription(facts.id)) ?? facts;
    }
    const price = await db
      .selectFrom('tier_prices')
      .select(['tier_id', 'interval', 'amount', 'currency'])
      .where('id', '=', facts.priceId)
      .where('mode', '=', mode)
      .executeTakeFirst();
    const existing = await db
      .selectFrom('subscriptions')
      .select(['interval', 'amount', 'currency'])
      .where('id', '=', facts.id)
      .executeTakeFirst();
    // A price that is not ours grants nothing; a subscription that was moved to one loses its tier.
    const terms = price
      ? { ...price, amount: price.amount * facts.quantity }
      : existing && { ...existing, tier_id: null };
    if (!terms) return 'ignored: unknown price';
    // An invoice of an earlier period that was never paid did not keep the plan from going on.
    const failures = invoices
      .flatMap(({ failedAt }) => failedAt ?? [])
      .filter((failedAt) => failedAt >= facts.currentPeriodStart)
      .sort((a, b) => a.getTime() - b.getTime());
    const pastDueSince = facts.status === 'past_due' ? (failures[0] ?? facts.currentPeriodStart) : null;
    const { user_id: userId } = customer;
    const trial = { mode, subscriptionId: facts.id, card: facts.cardFingerprint };
    const isFirst =
      userId === null || facts.trialEnd === null || (await trialUses.record(db, { ...trial, userId }));
    const isRefused = !existing && !isFirst && ['trialing', 'canceled'].includes(facts.status);
    if (isRefused) {
      await provider.cancelNow(facts.id);
      facts = { ...facts, status: 'canceled' };
    }
    const write = writeSubscription({ facts, mode, userId, terms, pastDueSince, isRefused, number });
    await store({ userId: customer.user_id, subscriptionId: facts.id, write, invoices, number }, policy);
    return `subscription ${facts.status}`;
  }

  async function session(active: ActivePayments, id: string): Promise<Outcome> {
    const { provider } = active;
    const number = await takeNumber();
    const facts = await provider.readSession(id);
    const checkout = facts && (await findCheckout(active, facts));
    if (!checkout) return unknownCheckout;
    if (facts.status === 'open') return 'checkout open';
    if (facts.status === 'complete') {
      if (!facts.isPaid) {
        // Of a plan, not the session but the subscription tells that its first payment has failed.
        const begun = facts.subscriptionId
          ? await provider.readSubscription(facts.subscriptionId)
          : undefined;
        const hasFailed = facts.hasFailed || (begun && failedStarts.includes(begun.status));
        await db
          .updateTable('checkouts')
          .set({ status: hasFailed ? 'expired' : 'processing', session_id: facts.id })
          .where('id', '=', checkout.id)
          .where('status', 'in', ['open', 'processing'])
          .execute();
        return hasFailed ? 'checkout failed' : waitsForPayment;
      }
      if (facts.subscriptionId) await subscription(active, facts.subscriptionId);
      else if (checkout.playbook_id && checkout.user_id) {
        const { paymentIntentId } = facts;
        const readCharge = async () =>
          paymentIntentId === undefined ? undefined : provider.readPayment(paymentIntentId);
        const paid = { ...checkout, user_id: checkout.user_id, playbook_id: checkout.playbook_id };
        await storePayment(active, paid, facts, await readCharge(), number);
        // A refund may have arrived before the payment was stored, and found nothing to mark.
        const latest = await readCharge();
        if (latest && (latest.isRefunded || latest.isDisputed)) await charge(active, latest.id);
      }
    }
    await db
      .updateTable('checkouts')
      .set({ status: facts.status, session_id: facts.id })
      .where('id', '=', checkout.id)
      .execute();
    return `checkout ${facts.status}`;
  }

  /**
   * Only a checkout of ours, and of the member it was created for. The checkout id in the session's metadata finds it even if
   * the process was killed before it stored the session's id.
   */
  const findCheckout = ({ provider }: ActivePayments, { id, checkoutId, userId }: SessionFacts) =>
    db
      .selectFrom('checkouts')
      .select(['id', 'user_id', 'playbook_id'])
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

  const storePayment = (
    { provider: { mode }, policy }: ActivePayments,
    checkout: { id: string; user_id: string; playbook_id: string },
    facts: SessionFacts,
    charge: ChargeFacts | undefined,
    number: string,
  ) => {
    const write = writePayment({ checkout, mode, facts, charge, number });
    return store({ userId: checkout.user_id, checkoutId: checkout.id, write }, policy);
  };

  /** A refund or a dispute of a playbook, or of one period of a subscription. */
  async function charge(active: ActivePayments, id: string): Promise<Outcome> {
    const number = await takeNumber();
    const facts = await active.provider.readCharge(id);
    if (!facts) return 'ignored: unknown charge';
    const kind = facts.invoice
      ? await storeInvoiceRefund(active, facts.invoice, facts, number)
      : await storePaymentRefund(active, facts, number);
    if (!kind) return 'ignored: not paid here';
    return [kind, facts.isRefunded && 'refunded', facts.isDisputed && 'disputed'].filter(Boolean).join(' ');
  }

  /** Stored even if the subscription is still unknown: it is taken into account when the subscription arrives. */
  async function storeInvoiceRefund(
    { policy }: ActivePayments,
    invoice: InvoiceFacts,
    { amount, isRefunded, isDisputed, isDisputeLost }: ChargeFacts,
    number: string,
  ): Promise<string> {
    await db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, invoice.subscriptionId);
      await storeInvoices(transaction, [invoice], number);
      await sql`insert into refunded_invoices (id, subscription_id, amount, is_refunded, is_disputed, is_dispute_lost, read_number)
        values (${invoice.id}, ${invoice.subscriptionId}, ${amount}, ${isRefunded}, ${isDisputed}, ${isDisputeLost}, ${number})
        on conflict (id) do update set amount = excluded.amount, is_refunded = excluded.is_refunded,
          is_disputed = excluded.is_disputed, is_dispute_lost = excluded.is_dispute_lost, read_number = excluded.read_number
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

  /** A delayed payment has failed: the member can try again. */
  async function failedSession(active: ActivePayments, id: string): Promise<Outcome> {
    const outcome = await session(active, id);
    if (outcome !== waitsForPayment) return outcome;
    await db.updateTable('checkouts').set({ status: 'expired' }).where('session_id', '=', id).execute();
    return 'checkout failed';
  }

  async function invoice(active: ActivePayments, id: string): Promise<Outcome> {
    const subscriptionId = await active.provider.readInvoiceSubscription(id);
    return subscriptionId ? subscription(active, subscriptionId) : 'ignored: not for a subscription';
  }

  return { subscription, session, failedSession, charge, invoice };
}
