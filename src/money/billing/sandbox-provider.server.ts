import type { OperatorWriter } from '#access/writable.server.ts';
import { webhookToleranceSeconds } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { ChargeFacts, PaymentProvider, PlanChange } from './payment-provider.ts';
import {
  periodAfter,
  type SandboxCharge,
  type SandboxSubscription,
  type SandboxWorld,
  toFacts,
} from './sandbox-store.server.ts';

type Parts = {
  db: OperatorWriter<'payments'>;
  world: SandboxWorld;
  publicUrl: string;
  /** Of the events' signatures. */
  secret: string;
  /** Keeps a subscription and tells the site of it. */
  keepSubscription(id: string, subscription: SandboxSubscription): Promise<void>;
};

/** The sandbox as billing sees it: a provider like any other. */
export function createSandboxProvider({
  db,
  world,
  publicUrl,
  secret,
  keepSubscription,
}: Parts): PaymentProvider {
  async function requireSubscription(id: string): Promise<SandboxSubscription> {
    const subscription = await world.read('subscription', id);
    if (!subscription) throw new AppError('not_found', 'Subscription not found');
    return subscription;
  }

  const priceOf = async (id: string) => {
    const price = await db
      .selectFrom('tier_prices')
      .select(['interval', 'amount'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!price) throw new AppError('not_found', 'Price not found');
    return { interval: price.interval, amount: price.amount };
  };

  const toCharge = (id: string, { invoice, ...charge }: SandboxCharge): ChargeFacts => ({
    id,
    ...charge,
    invoice: invoice ? { ...invoice, paidUntil: new Date(invoice.paidUntil) } : undefined,
  });

  /** What is left of the running period, and the whole of a new one where the interval changes. */
  async function proration({ subscription, priceId, prorationDate }: PlanChange) {
    const current = toFacts(subscription.id, await requireSubscription(subscription.id));
    if (current.status === 'trialing') return 0;
    const [from, to] = [await priceOf(current.priceId), await priceOf(priceId)];
    const length = current.currentPeriodEnd.getTime() - current.currentPeriodStart.getTime();
    const left = Math.max(0, current.currentPeriodEnd.getTime() - prorationDate.getTime()) / length;
    return Math.round((from.interval === to.interval ? to.amount * left : to.amount) - from.amount * left);
  }

  return {
    mode: 'sandbox',
    createCustomer: async ({ userId }) => `cus_sandbox_${userId}`,
    createPrice: async ({ tier, interval, amount }) => `price_sandbox_${tier.id}_${interval}_${amount}`,

    async createSession(wanted) {
      const id = `cs_sandbox_${wanted.checkoutId}`;
      const isPlan = wanted.kind === 'subscription';
      const price = isPlan ? await priceOf(wanted.priceId) : undefined;
      const tier = isPlan
        ? await db
            .selectFrom('tier_prices')
            .innerJoin('tiers', 'tiers.id', 'tier_prices.tier_id')
            .select('tiers.name')
            .where('tier_prices.id', '=', wanted.priceId)
            .executeTakeFirst()
        : undefined;
      await world.write('session', id, {
        ...{ checkoutId: wanted.checkoutId, userId: wanted.userId, customerId: wanted.customerId },
        status: 'open',
        name: isPlan ? (tier?.name ?? '') : wanted.title,
        amount: isPlan ? (price?.amount ?? 0) : wanted.amount,
        interval: price?.interval ?? null,
        priceId: isPlan ? wanted.priceId : null,
        trialDays: isPlan ? wanted.trialDays : 0,
        ...{ successUrl: wanted.successUrl, cancelUrl: wanted.cancelUrl },
        ...{ subscriptionId: null, paymentIntentId: null },
      });
      return { id, url: `${publicUrl}/sandbox/checkout?id=${wanted.checkoutId}` };
    },
    async readSession(id) {
      const session = await world.read('session', id);
      return (
        session && {
          ...{ id, checkoutId: session.checkoutId, userId: session.userId, status: session.status },
          isPaid: session.status === 'complete',
          amount: session.amount,
          subscriptionId: session.subscriptionId ?? undefined,
          paymentIntentId: session.paymentIntentId ?? undefined,
        }
      );
    },
    async expireSession(id) {
      const session = await world.read('session', id);
      if (session?.status === 'open') await world.write('session', id, { ...session, status: 'expired' });
    },

    async readSubscription(id) {
      const subscription = await world.read('subscription', id);
      return subscription && toFacts(id, subscription);
    },
    async *listSubscriptions() {
      for (const { id, data } of await world.list('subscription')) yield toFacts(id, data);
    },
    readInvoiceSubscription: async () => undefined,
    async readCharge(id) {
      const found = await world.read('charge', id);
      return found && toCharge(id, found);
    },
    async readPayment(paymentIntentId) {
      const found = (await world.list('charge')).find(({ data }) => data.paymentIntentId === paymentIntentId);
      return found && toCharge(found.id, found.data);
    },
    async *listRefundedCharges() {
      for (const { id, data } of await world.list('charge')) if (data.isRefunded || data.isDisputed) yield id;
    },

    async previewChange(change) {
      const amount = await proration(change);
      return { amountDue: Math.max(0, amount), credit: Math.max(0, -amount) };
    },
    async changePlan(change) {
      const { id } = change.subscription;
      const subscription = await requireSubscription(id);
      const price = await priceOf(change.priceId);
      const isNewPeriod = subscription.interval !== price.interval && subscription.status !== 'trialing';
      await keepSubscription(id, {
        ...subscription,
        ...price,
        priceId: change.priceId,
        cancelAtPeriodEnd: false,
        ...(isNewPeriod && {
          periodStart: change.prorationDate.toISOString(),
          periodEnd: periodAfter(change.prorationDate, price.interval).toISOString(),
        }),
      });
    },
    setCancelAtPeriodEnd: async (id, cancelAtPeriodEnd) =>
      keepSubscription(id, { ...(await requireSubscription(id)), cancelAtPeriodEnd }),
    cancelNow: async (id) => keepSubscription(id, { ...(await requireSubscription(id)), status: 'canceled' }),
    portalUrl: async () => `${publicUrl}/sandbox/billing`,
    async readEvent(body, signature) {
      const { readSignedEvent } = await import('./signed-event.server.ts');
      return readSignedEvent({
        body,
        signature,
        secret,
        mode: 'sandbox',
        tolerance: webhookToleranceSeconds,
      });
    },
  };
}
