import type { OperatorWriter } from '#access/writable.server.ts';
import { webhookToleranceSeconds } from '#constants';
import { AppError } from '#platform/errors.ts';
import { roundToStep } from '#platform/text/currencies.ts';
import type { ChargeFacts, PaymentProvider, PlanChange } from '../payment-provider.ts';
import { priceTax } from '../prices.server.ts';
import { periodEnd, shareLeft } from '../subscription/billing-periods.ts';
import type { InvoiceLine } from '../subscription/paid-price.ts';
import * as m from '../words/messages.ts';
import { chargedFor, createSandboxInvoices, sumOf } from './sandbox-invoices.server.ts';
import {
  amountDue,
  isOver,
  type SandboxCharge,
  type SandboxStore,
  type SandboxSubscription,
  toFacts,
} from './sandbox-store.server.ts';
import { totalsOf } from './sandbox-tax.ts';

/** The same as Stripe's. */
const confirmationHours = 23;

type Parts = {
  db: OperatorWriter<'payments'>;
  store: SandboxStore;
  publicUrl: string;
  /** Signs events. */
  secret: string;
  /** Changes the current state of a subscription, and sends its event. */
  changeSubscription(
    id: string,
    change: (
      current: SandboxSubscription,
      store: SandboxStore,
    ) => SandboxSubscription | Promise<SandboxSubscription>,
  ): Promise<void>;
};

/** The sandbox in the interface of a payment provider. */
export function createSandboxProvider({
  db,
  store,
  publicUrl,
  secret,
  changeSubscription,
}: Parts): PaymentProvider {
  async function requireSubscription(id: string): Promise<SandboxSubscription> {
    const subscription = await store.read('subscription', id);
    if (!subscription) throw new AppError('not_found', m.subscription_not_found());
    return subscription;
  }

  const priceOf = async (id: string) => {
    const price = await db
      .selectFrom('tier_prices')
      .select(['interval', 'amount', 'currency'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!price) throw new AppError('not_found', m.price_not_found());
    return { interval: price.interval, amount: price.amount, currency: price.currency };
  };

  const toCharge = async (id: string, { invoice, ...charge }: SandboxCharge): Promise<ChargeFacts> => ({
    id,
    ...charge,
    refundedAmount: charge.isRefunded ? charge.amount : 0,
    invoice: invoice ? await createSandboxInvoices(store).read(invoice.id) : undefined,
  });

  /** Credits unused time of the current period; a new interval is charged in full. While a trial continues, nothing is credited or charged. */
  async function prorate({
    subscription,
    priceId,
    prorationDate,
    trialEnd,
  }: PlanChange): Promise<InvoiceLine[]> {
    const stored = await requireSubscription(subscription.id);
    const current = toFacts(subscription.id, stored);
    const isTrial = current.status === 'trialing';
    if (isTrial && trialEnd !== 'now') return [];
    const [from, to] = [await priceOf(current.priceId), await priceOf(priceId)];
    const paid = stored.paid ?? from.amount;
    const due = amountDue(stored, { priceId, amount: to.amount }, prorationDate);
    const newEnd = periodEnd(prorationDate, to.interval, prorationDate);
    if (isTrial) return [{ priceId, amount: due, startsAt: prorationDate, endsAt: newEnd }];
    const left = shareLeft(current.currentPeriodStart, current.currentPeriodEnd, prorationDate);
    const isSameInterval = from.interval === to.interval;
    const endsAt = isSameInterval ? current.currentPeriodEnd : newEnd;
    const credit = -roundToStep(paid * left, from.currency);
    const charge = roundToStep(isSameInterval ? due * left : due, to.currency);
    return [
      { priceId: current.priceId, amount: credit, startsAt: prorationDate, endsAt: current.currentPeriodEnd },
      { priceId, amount: charge, startsAt: prorationDate, endsAt },
    ];
  }

  /** The part of a total that isn't paid by the customer's credit. */
  const charged = async ({ customerId, currency }: SandboxSubscription, total: number) =>
    chargedFor(total, await createSandboxInvoices(store).credit(customerId), currency);

  return {
    mode: 'sandbox',
    createCustomer: async ({ userId }) => `cus_sandbox_${userId}`,
    createPrice: async ({ tier, interval, amount, currency, tax }) =>
      `price_sandbox_${tier.id}_${interval}_${amount}_${currency}_${tax}`,
    isPriceActive: async () => true,
    updateCustomer: async () => undefined,
    renameTier: async () => undefined,

    async createSession(request) {
      const id = `cs_sandbox_${request.checkoutId}`;
      const isPlan = request.kind === 'subscription';
      const price = isPlan ? await priceOf(request.priceId) : undefined;
      const tier = isPlan
        ? await db
            .selectFrom('tier_prices')
            .innerJoin('tiers', 'tiers.id', 'tier_prices.tier_id')
            .select('tiers.name')
            .where('tier_prices.id', '=', request.priceId)
            .executeTakeFirst()
        : undefined;
      await store.write('session', id, {
        checkoutId: request.checkoutId,
        userId: request.userId,
        customerId: request.customerId,
        status: 'open',
        name: isPlan ? (tier?.name ?? '') : request.title,
        amount: isPlan ? (price?.amount ?? 0) : request.amount,
        currency: isPlan ? (price?.currency ?? '') : request.currency,
        interval: price?.interval ?? null,
        priceId: isPlan ? request.priceId : null,
        trialDays: isPlan ? request.trialDays : 0,
        discount: request.discount ?? null,
        tax: priceTax(request.selling),
        termsConsent: request.selling.terms_consent,
        expiresAt: request.expiresAt.toISOString(),
        successUrl: request.successUrl,
        cancelUrl: request.cancelUrl,
        subscriptionId: null,
        paymentIntentId: null,
      });
      return { id, url: `${publicUrl}/sandbox/checkout?id=${request.checkoutId}` };
    },
    async readSession(id) {
      const session = await store.read('session', id);
      return (
        session && {
          id,
          checkoutId: session.checkoutId,
          userId: session.userId,
          status: isOver(session) ? 'expired' : session.status,
          isPaid: session.status === 'complete',
          hasFailed: false,
          ...totalsOf(session),
          currency: session.currency,
          subscriptionId: session.subscriptionId ?? undefined,
          paymentIntentId: session.paymentIntentId ?? undefined,
        }
      );
    },
    async expireSession(id) {
      await store.update('session', id, async (session, locked) => {
        if (session.status === 'open') await locked.write('session', id, { ...session, status: 'expired' });
      });
    },

    async readSubscription(id) {
      const subscription = await store.read('subscription', id);
      if (!subscription) return undefined;
      const facts = toFacts(id, subscription);
      const isAsked = subscription.asks && (facts.pending || facts.status === 'past_due');
      return {
        ...facts,
        nextAmount: await charged(subscription, facts.nextAmount),
        actionUrl: isAsked ? `${publicUrl}/sandbox/billing` : null,
      };
    },
    async *listSubscriptions() {
      for (const { id, data } of await store.list('subscription')) yield toFacts(id, data);
    },
    readInvoices: createSandboxInvoices(store).list,
    readInvoiceSubscription: async () => undefined,
    async readCharge(id) {
      const charge = await store.read('charge', id);
      return charge && toCharge(id, charge);
    },
    async readPayment(paymentIntentId) {
      const charges = await store.list('charge');
      const charge = charges.find(({ data }) => data.paymentIntentId === paymentIntentId);
      return charge && toCharge(charge.id, charge.data);
    },
    async *listRefundedCharges() {
      for (const { id, data } of await store.list('charge')) if (data.isRefunded || data.isDisputed) yield id;
    },

    async previewChange(change) {
      const amount = sumOf(await prorate(change));
      const { id } = change.subscription;
      const current = await requireSubscription(id);
      const { discount = null } = toFacts(id, { ...current, priceId: change.priceId });
      return {
        amountDue: await charged(current, amount),
        credit: Math.max(0, -amount),
        discount,
      };
    },
    async changePlan(change) {
      const price = await priceOf(change.priceId);
      const { prorationDate: date, trialEnd } = change;
      const lines = await prorate(change);
      const isCharged = (await charged(await requireSubscription(change.subscription.id), sumOf(lines))) > 0;
      await changeSubscription(change.subscription.id, async (subscription, locked) => {
        const isTrial = subscription.status === 'trialing';
        const isNewPeriod = isTrial ? trialEnd === 'now' : subscription.interval !== price.interval;
        const end = trialEnd === 'now' ? date : trialEnd;
        const to = {
          ...price,
          priceId: change.priceId,
          paid: amountDue(subscription, { priceId: change.priceId, amount: price.amount }, date),
          cancelAtPeriodEnd: false,
          ...(end && {
            trialEnd: end.toISOString(),
            periodEnd: end.toISOString(),
            anchor: end.toISOString(),
          }),
          ...(isNewPeriod && {
            status: 'active' as const,
            anchor: date.toISOString(),
            periodStart: date.toISOString(),
            periodEnd: periodEnd(date, price.interval, date).toISOString(),
          }),
        };
        const until = new Date(Date.now() + confirmationHours * 3_600_000).toISOString();
        if (subscription.asks && isCharged) return { ...subscription, pending: { until, to, lines } };
        if (lines.length > 0)
          await createSandboxInvoices(locked).bill(change.subscription.id, subscription, lines);
        return { ...subscription, ...to, pending: null };
      });
    },
    revertPlan: async ({ id }, priceId) => {
      const price = await priceOf(priceId);
      await changeSubscription(id, (subscription) => {
        const earlier = { ...price, priceId };
        const paid = amountDue(subscription, earlier, new Date(subscription.periodStart));
        return { ...subscription, ...earlier, paid };
      });
    },
    setCancelAtPeriodEnd: (id, cancelAtPeriodEnd) =>
      changeSubscription(id, (subscription) => ({ ...subscription, cancelAtPeriodEnd })),
    cancelNow: (id) => changeSubscription(id, (subscription) => ({ ...subscription, status: 'canceled' })),
    portalUrl: async () => `${publicUrl}/sandbox/billing`,
    async readEvent(body, signature) {
      const { readSignedEvent } = await import('../sync/signed-event.server.ts');
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
