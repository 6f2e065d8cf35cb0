import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Notifications } from './notifications.server.ts';
import type { ChargeFacts, PaymentProvider, SessionFacts, SubscriptionFacts } from './payment-provider.ts';
import type { Payments } from './payments.server.ts';
import { type BillingPolicy, recomputeEntitlements } from './recompute-entitlements.server.ts';

type Parts = { db: OperatorWriter<'payments'>; payments: Payments; notifications: Notifications };

/** What came of it, in a word or two for the ledger; `ignored: …` where nothing of ours was meant. */
type Outcome = string;

/** The outcome of a checkout that was completed with a method that pays days later, as a bank debit. */
export const waitsForPayment = 'checkout waits for the payment';

export type Sync = ReturnType<typeof createSync>;

/**
 * Brings what the provider has now into the database. Each call asks the provider, so that neither the order nor the
 * number of the events that caused it matters; the number taken before asking keeps an answer that is late from overwriting a
 * newer one. All that follows from one answer is one transaction.
 */
export function createSync({ db, payments, notifications }: Parts) {
  async function takeNumber(): Promise<string> {
    const { rows } = await sql<{ number: string }>`select nextval('billing_reads') as number`.execute(db);
    return String(rows[0]?.number);
  }

  /** One after another for one member, so that each change is seen, and told, once. */
  async function store(
    userId: string,
    work: (transaction: OperatorWriter<'payments'>, policy: BillingPolicy) => Promise<void>,
    subscriptionId?: string,
  ): Promise<void> {
    const policy = await payments.policy();
    await db.transaction().execute(async (transaction) => {
      if (subscriptionId) await lockSubscription(transaction, subscriptionId);
      await sql`select from profiles where id = ${userId} for update`.execute(transaction);
      await work(transaction, policy);
      await recomputeEntitlements(transaction, userId, policy);
    });
  }

  /** A refund and the subscription that it is of may come at the same moment: one of them has to see the other. */
  const lockSubscription = (transaction: OperatorWriter<'payments'>, id: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(transaction);

  async function subscription(id: string): Promise<Outcome> {
    const provider = await payments.require();
    const number = await takeNumber();
    const facts = await provider.readSubscription(id);
    return facts ? keepSubscription(provider, facts, number) : 'ignored: unknown subscription';
  }

  async function keepSubscription(
    { mode }: PaymentProvider,
    facts: SubscriptionFacts,
    number: string,
  ): Promise<Outcome> {
    const customer = await db
      .selectFrom('billing_customers')
      .select('user_id')
      .where('id', '=', facts.customerId)
      .where('mode', '=', mode)
      .executeTakeFirst();
    if (!customer) return 'ignored: unknown customer';
    const price = await db
      .selectFrom('tier_prices')
      .select(['tier_id', 'interval', 'amount'])
      .where('id', '=', facts.priceId)
      .where('mode', '=', mode)
      .executeTakeFirst();
    const known = await db
      .selectFrom('subscriptions')
      .select(['interval', 'amount'])
      .where('id', '=', facts.id)
      .executeTakeFirst();
    // A price that is not ours buys nothing; a subscription that has moved to one loses what it had.
    const bought = price ?? (known && { ...known, tier_id: null });
    if (!bought) return 'ignored: unknown price';
    const upsert = async (transaction: OperatorWriter<'payments'>) => {
      await sql`insert into subscriptions (id, mode, user_id, tier_id, customer_id, item_id, price_id, status, interval, amount,
          current_period_start, current_period_end, past_due_since, cancel_at_period_end, cancel_at, trial_end, read_number, created_at)
        values (${facts.id}, ${mode}, ${customer.user_id}, ${bought.tier_id}, ${facts.customerId}, ${facts.itemId}, ${facts.priceId},
          ${facts.status}, ${bought.interval}, ${bought.amount}, ${facts.currentPeriodStart}, ${facts.currentPeriodEnd},
          ${facts.status === 'past_due' ? facts.currentPeriodStart : null},
          ${facts.cancelAtPeriodEnd}, ${facts.cancelAt}, ${facts.trialEnd}, ${number}, ${facts.createdAt})
        on conflict (id) do update set tier_id = excluded.tier_id, item_id = excluded.item_id, price_id = excluded.price_id,
          status = excluded.status, interval = excluded.interval, amount = excluded.amount,
          current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
          past_due_since = case when excluded.past_due_since is not null then coalesce(subscriptions.past_due_since, excluded.past_due_since) end,
          cancel_at_period_end = excluded.cancel_at_period_end, cancel_at = excluded.cancel_at,
          trial_end = coalesce(excluded.trial_end, subscriptions.trial_end), read_number = excluded.read_number, updated_at = now()
        where subscriptions.read_number < excluded.read_number`.execute(transaction);
    };
    const { user_id: userId } = customer;
    await store(
      userId,
      (transaction, { graceDays }) =>
        notifications.ofPlan(transaction, { userId, id: facts.id, graceDays }, () => upsert(transaction)),
      facts.id,
    );
    return `subscription ${facts.status}`;
  }

  async function session(id: string): Promise<Outcome> {
    const provider = await payments.require();
    const number = await takeNumber();
    const facts = await provider.readSession(id);
    const checkout = facts && (await findCheckout(provider, facts));
    if (!checkout) return 'ignored: unknown checkout';
    if (facts.status === 'open') return 'checkout open';
    if (facts.status === 'complete') {
      if (!facts.isPaid) return waitsForPayment;
      if (facts.subscriptionId) await subscription(facts.subscriptionId);
      else if (checkout.playbook_id) {
        const { paymentIntentId } = facts;
        const readPayment = async () => paymentIntentId && provider.readPayment(paymentIntentId);
        const paid = { ...checkout, playbook_id: checkout.playbook_id };
        await keepPayment(provider, paid, facts, (await readPayment()) || undefined, number);
        // Its refund may have come while nothing was known of the payment.
        const now = await readPayment();
        if (now && (now.isRefunded || now.isDisputed)) await charge(now.id);
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
   * Ours, and of the member it was made for. Its own id in the session's metadata finds it even where this process was stopped before
   * it could note the session.
   */
  const findCheckout = ({ mode }: PaymentProvider, { id, checkoutId, userId }: SessionFacts) =>
    db
      .selectFrom('checkouts')
      .select(['id', 'user_id', 'playbook_id'])
      .where('mode', '=', mode)
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

  const keepPayment = (
    { mode }: PaymentProvider,
    checkout: { id: string; user_id: string; playbook_id: string },
    facts: SessionFacts,
    charge: ChargeFacts | undefined,
    number: string,
  ) =>
    store(checkout.user_id, (transaction) =>
      notifications.ofPayment(transaction, checkout.id, async () => {
        await sql`insert into playbook_payments (checkout_id, mode, user_id, playbook_id, payment_intent_id, amount, is_refunded,
          is_disputed, read_number)
        values (${checkout.id}, ${mode}, ${checkout.user_id}, ${checkout.playbook_id}, ${facts.paymentIntentId ?? null}, ${facts.amount},
          ${charge?.isRefunded ?? false}, ${charge?.isDisputed ?? false}, ${number})
        on conflict (checkout_id) do update set is_refunded = excluded.is_refunded, is_disputed = excluded.is_disputed,
          read_number = excluded.read_number where playbook_payments.read_number < excluded.read_number`.execute(
          transaction,
        );
      }),
    );

  /** A refund or a dispute: of a playbook, or of the period of a subscription. */
  async function charge(id: string): Promise<Outcome> {
    const provider = await payments.require();
    const number = await takeNumber();
    const facts = await provider.readCharge(id);
    if (!facts) return 'ignored: unknown charge';
    const { isRefunded, isDisputed } = facts;
    const kept = facts.invoice
      ? await keepInvoice(facts.invoice, facts, number)
      : await keepReturn(provider, facts, number);
    if (!kept) return 'ignored: not paid here';
    return [kept, ...(isRefunded ? ['refunded'] : []), ...(isDisputed ? ['disputed'] : [])].join(' ');
  }

  /** Also of a subscription that is not known yet: when it comes, this is looked at. */
  async function keepInvoice(
    invoice: NonNullable<ChargeFacts['invoice']>,
    { isRefunded, isDisputed }: ChargeFacts,
    number: string,
  ): Promise<string> {
    const upsert = sql`insert into refunded_invoices (id, subscription_id, paid_until, is_refunded, is_disputed, read_number)
      values (${invoice.id}, ${invoice.subscriptionId}, ${invoice.paidUntil}, ${isRefunded}, ${isDisputed}, ${number})
      on conflict (id) do update set is_refunded = excluded.is_refunded, is_disputed = excluded.is_disputed,
        paid_until = excluded.paid_until, read_number = excluded.read_number
      where refunded_invoices.read_number < excluded.read_number`;
    const policy = await payments.policy();
    await db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, invoice.subscriptionId);
      await upsert.execute(transaction);
      const known = await transaction
        .selectFrom('subscriptions')
        .select('user_id')
        .where('id', '=', invoice.subscriptionId)
        .executeTakeFirst();
      if (known) await recomputeEntitlements(transaction, known.user_id, policy);
    });
    return 'subscription payment';
  }

  async function keepReturn(
    { mode }: PaymentProvider,
    { paymentIntentId, isRefunded, isDisputed }: ChargeFacts,
    number: string,
  ): Promise<string | undefined> {
    const payment = await db
      .selectFrom('playbook_payments')
      .select(['user_id', 'checkout_id'])
      .where('payment_intent_id', '=', paymentIntentId ?? null)
      .where('mode', '=', mode)
      .executeTakeFirst();
    if (!payment) return undefined;
    await store(payment.user_id, (transaction) =>
      notifications.ofPayment(transaction, payment.checkout_id, async () => {
        await transaction
          .updateTable('playbook_payments')
          .set({ is_refunded: isRefunded, is_disputed: isDisputed, read_number: number })
          .where('checkout_id', '=', payment.checkout_id)
          .where('read_number', '<', number)
          .execute();
      }),
    );
    return 'playbook payment';
  }

  /** The payment that was on its way has not arrived: the member may try again. */
  async function failedSession(id: string): Promise<Outcome> {
    const outcome = await session(id);
    if (outcome !== waitsForPayment) return outcome;
    await db.updateTable('checkouts').set({ status: 'expired' }).where('session_id', '=', id).execute();
    return 'checkout failed';
  }

  async function invoice(id: string): Promise<Outcome> {
    const subscriptionId = await (await payments.require()).readInvoiceSubscription(id);
    return subscriptionId ? subscription(subscriptionId) : 'ignored: not of a subscription';
  }

  return { subscription, session, failedSession, charge, invoice };
}
