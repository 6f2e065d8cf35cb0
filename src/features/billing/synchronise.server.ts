import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/database.server.ts';
import type { DB } from '#platform/database.types.ts';
import { entitleMember } from './entitle.server.ts';
import type { ChargeFacts, PaymentProvider, SessionFacts, SubscriptionFacts } from './payment-provider.ts';
import type { Payments } from './payments.server.ts';

/** What came of it, in a word or two for the ledger; `ignored: …` where nothing of ours was meant. */
type Outcome = string;

export type Synchronise = ReturnType<typeof createSynchronise>;

/**
 * Brings what the provider has now into the database. Each call asks the provider, so that neither the order nor the
 * number of the events that caused it matters; the number taken before asking keeps an answer that is late from overwriting a
 * newer one. All that follows from one answer is one transaction.
 */
export function createSynchronise({ db, payments }: { db: Database; payments: Payments }) {
  async function takeNumber(): Promise<string> {
    const { rows } = await sql<{ number: string }>`select nextval('billing_reads') as number`.execute(db);
    return String(rows[0]?.number);
  }

  async function store(work: (transaction: Transaction<DB>) => Promise<string | undefined>): Promise<void> {
    const terms = await payments.terms();
    await db.transaction().execute(async (transaction) => {
      const userId = await work(transaction);
      if (userId) await entitleMember(transaction, userId, terms);
    });
  }

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
    await store(async (transaction) => {
      await sql`insert into subscriptions (id, mode, user_id, tier_id, customer_id, item_id, price_id, status, interval, amount,
          current_period_start, current_period_end, cancel_at_period_end, cancel_at, trial_end, read_number, created_at)
        values (${facts.id}, ${mode}, ${customer.user_id}, ${bought.tier_id}, ${facts.customerId}, ${facts.itemId}, ${facts.priceId},
          ${facts.status}, ${bought.interval}, ${bought.amount}, ${facts.currentPeriodStart}, ${facts.currentPeriodEnd},
          ${facts.cancelAtPeriodEnd}, ${facts.cancelAt}, ${facts.trialEnd}, ${number}, ${facts.createdAt})
        on conflict (id) do update set tier_id = excluded.tier_id, item_id = excluded.item_id, price_id = excluded.price_id,
          status = excluded.status, interval = excluded.interval, amount = excluded.amount,
          current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
          cancel_at_period_end = excluded.cancel_at_period_end, cancel_at = excluded.cancel_at,
          trial_end = coalesce(excluded.trial_end, subscriptions.trial_end), read_number = excluded.read_number, updated_at = now()
        where subscriptions.read_number < excluded.read_number`.execute(transaction);
      return customer.user_id;
    });
    return `subscription ${facts.status}`;
  }

  async function session(id: string): Promise<Outcome> {
    const provider = await payments.require();
    const number = await takeNumber();
    const facts = await provider.readSession(id);
    const checkout = facts?.checkoutId && (await findCheckout(facts.checkoutId, provider, facts));
    if (!facts || !checkout) return 'ignored: unknown checkout';
    if (facts.status === 'open') return 'checkout open';
    if (facts.status === 'complete') {
      if (!facts.isPaid) return 'checkout waits for the payment';
      if (facts.subscriptionId) await subscription(facts.subscriptionId);
      else if (checkout.playbook_id) {
        const charge = facts.paymentIntentId ? await provider.readPayment(facts.paymentIntentId) : undefined;
        await keepPayment(
          provider,
          { ...checkout, playbook_id: checkout.playbook_id },
          facts,
          charge,
          number,
        );
      }
    }
    await db
      .updateTable('checkouts')
      .set({ status: facts.status, session_id: facts.id })
      .where('id', '=', checkout.id)
      .execute();
    return `checkout ${facts.status}`;
  }

  /** Ours, and of the member it was made for: both ids were given by us when it was made. */
  const findCheckout = (checkoutId: string, { mode }: PaymentProvider, facts: SessionFacts) =>
    /^[0-9a-f-]{36}$/.test(checkoutId)
      ? db
          .selectFrom('checkouts')
          .select(['id', 'user_id', 'playbook_id'])
          .where('id', '=', checkoutId)
          .where('mode', '=', mode)
          .where('user_id', '=', facts.userId ?? null)
          .where((where) => where.or([where('session_id', 'is', null), where('session_id', '=', facts.id)]))
          .executeTakeFirst()
      : undefined;

  const keepPayment = (
    { mode }: PaymentProvider,
    checkout: { id: string; user_id: string; playbook_id: string },
    facts: SessionFacts,
    charge: ChargeFacts | undefined,
    number: string,
  ) =>
    store(async (transaction) => {
      await sql`insert into playbook_payments (checkout_id, mode, user_id, playbook_id, payment_intent_id, amount, is_refunded,
          is_disputed, read_number)
        values (${checkout.id}, ${mode}, ${checkout.user_id}, ${checkout.playbook_id}, ${facts.paymentIntentId ?? null}, ${facts.amount},
          ${charge?.isRefunded ?? false}, ${charge?.isDisputed ?? false}, ${number})
        on conflict (checkout_id) do update set is_refunded = excluded.is_refunded, is_disputed = excluded.is_disputed,
          read_number = excluded.read_number where playbook_payments.read_number < excluded.read_number`.execute(
        transaction,
      );
      return checkout.user_id;
    });

  /** A refund or a dispute: of a playbook, or of the period of a subscription. */
  async function charge(id: string): Promise<Outcome> {
    const provider = await payments.require();
    const number = await takeNumber();
    const facts = await provider.readCharge(id);
    if (!facts) return 'ignored: unknown charge';
    const { isRefunded, isDisputed, invoice } = facts;
    let outcome = 'ignored: not paid here';
    await store(async (transaction) => {
      if (invoice) {
        await sql`insert into refunded_invoices (id, subscription_id, paid_until, is_refunded, is_disputed, read_number)
          values (${invoice.id}, ${invoice.subscriptionId}, ${invoice.paidUntil}, ${isRefunded}, ${isDisputed}, ${number})
          on conflict (id) do update set is_refunded = excluded.is_refunded, is_disputed = excluded.is_disputed,
            paid_until = excluded.paid_until, read_number = excluded.read_number
          where refunded_invoices.read_number < excluded.read_number`.execute(transaction);
        outcome = 'subscription payment';
        const known = await transaction
          .selectFrom('subscriptions')
          .select('user_id')
          .where('id', '=', invoice.subscriptionId)
          .executeTakeFirst();
        return known?.user_id;
      }
      const { rows } = await sql<{ user_id: string }>`update playbook_payments
        set is_refunded = case when read_number < ${number} then ${isRefunded} else is_refunded end,
          is_disputed = case when read_number < ${number} then ${isDisputed} else is_disputed end,
          read_number = greatest(read_number, ${number}::bigint)
        where payment_intent_id = ${facts.paymentIntentId ?? null} and mode = ${provider.mode} returning user_id`.execute(
        transaction,
      );
      if (rows[0]) outcome = 'playbook payment';
      return rows[0]?.user_id;
    });
    if (isRefunded) outcome += ' refunded';
    return isDisputed ? `${outcome} disputed` : outcome;
  }

  async function invoice(id: string): Promise<Outcome> {
    const subscriptionId = await (await payments.require()).readInvoiceSubscription(id);
    return subscriptionId ? subscription(subscriptionId) : 'ignored: not of a subscription';
  }

  return { subscription, session, charge, invoice };
}
