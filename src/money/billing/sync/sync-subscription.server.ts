import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { TrialUses } from '../checkout/trial-uses.server.ts';
import type { InvoiceFacts, SubscriptionFacts } from '../payment-provider.ts';
import { endedStatuses } from '../public/subscription-statuses.ts';
import { granted } from '../subscription/entitlement.ts';
import { writeSubscription } from '../subscription/subscription-row.server.ts';
import { readSubscription } from '../subscription/subscription-states.server.ts';
import type { ActivePayments } from './active-payments.server.ts';
import { overdueSince } from './overdue-since.ts';
import { ignored, type SyncResult, type SyncStore, stored } from './sync-store.server.ts';

type Parts = Pick<SyncStore, 'takeNumber' | 'store'> & {
  db: OperatorWriter<'payments'>;
  trialUses: TrialUses;
};

/** Copies a subscription from the provider: its state, its member, and its payments. */
export function createSubscriptionSync({ db, trialUses, takeNumber, store }: Parts) {
  async function subscription(active: ActivePayments, id: string): Promise<SyncResult> {
    const number = await takeNumber();
    const facts = await active.provider.readSubscription(id);
    if (!facts) return storeMissing(active, id, number);
    return storeSubscription(active, facts, await active.provider.readInvoices(id), number);
  }

  /**
   * The provider no longer knows the subscription, such as after deleting test data or switching to another account's keys: it won't renew,
   * and ends once it grants nothing anymore.
   */
  async function storeMissing(
    { provider: { mode }, policy }: ActivePayments,
    id: string,
    number: string,
  ): Promise<SyncResult> {
    const existing = await readSubscription(db, id);
    if (existing?.mode !== mode) return ignored('unknown subscription');
    const isOver = granted(existing, policy.graceDays, new Date()) === undefined;
    const write = sql`update subscriptions set missing_since = coalesce(missing_since, now()),
        status = case when ${isOver} then 'canceled' else status end, read_number = ${number}, updated_at = now()
      where id = ${id} and read_number < ${number}`;
    await store({ userId: existing.userId, subscriptionId: id, write, invoices: [], number }, policy);
    return stored('subscription unknown to the provider');
  }

  async function storeSubscription(
    { provider, policy }: ActivePayments,
    read: SubscriptionFacts,
    invoices: InvoiceFacts[],
    number: string,
  ): Promise<SyncResult> {
    const { mode } = provider;
    let facts = read;
    const customer =
      (await db
        .selectFrom('billing_customers')
        .select('user_id')
        .where('id', '=', facts.customerId)
        .where('mode', '=', mode)
        .executeTakeFirst()) ??
      // The member may have got another customer while the keys were those of another account.
      (await db
        .selectFrom('subscriptions')
        .select('user_id')
        .where('id', '=', facts.id)
        .where('customer_id', '=', facts.customerId)
        .where('mode', '=', mode)
        .executeTakeFirst());
    if (!customer) return ignored('unknown customer');
    if (customer.user_id === null && !endedStatuses.includes(facts.status)) {
      // The member has deleted their account, so nobody could use or cancel it.
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
    // A price that isn't ours grants nothing; a subscription that was moved to one loses its tier.
    const terms = price
      ? { ...price, amount: price.amount * facts.quantity }
      : existing && { ...existing, tier_id: null };
    if (!terms) return ignored('unknown price');
    const pastDueSince = overdueSince(facts, invoices);
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
    return stored(`subscription ${facts.status}`);
  }

  return subscription;
}
