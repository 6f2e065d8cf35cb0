import type { Stripe } from 'stripe';
import { webhookToleranceSeconds } from '#constants';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentKeys } from '#site/settings/public/payment-settings.service.server.ts';
import { modeOf } from '../payment-mode.ts';
import type { PaymentProvider, PlanChange, SubscriptionFacts } from '../payment-provider.ts';
import { isActiveOrTrialing } from '../public/subscription-statuses.ts';
import { readSignedEvent } from '../sync/signed-event.server.ts';
import * as m from '../words/messages.ts';
import { createStripeCatalog } from './stripe-catalog.server.ts';
import { createStripeClient } from './stripe-client.server.ts';
import { declined, findOrUndefined, withAppErrors } from './stripe-errors.server.ts';
import {
  idOf,
  productOf,
  subscriptionOf,
  toCharge,
  toDiscount,
  toInvoice,
  toSession,
  toSubscription,
} from './stripe-facts.server.ts';
import { sessionParameters } from './stripe-session.server.ts';

/** More than the invoices that a subscription can have in force at one time. */
const invoicesRead = 20;

/**
 * Stripe as a payment provider. `apiBase` replaces Stripe's own URL. With a `deadline`, a person waits for the answers.
 * Shapes: https://docs.stripe.com/api
 */
export function createStripeProvider(
  keys: PaymentKeys,
  apiBase: string | undefined,
  deadline: number | undefined,
): PaymentProvider {
  const stripe = createStripeClient(keys.secretKey, apiBase, deadline);
  const mode = modeOf(keys.secretKey);
  const catalog = createStripeCatalog(stripe);

  /** Before API version 2025-03-31, the charge itself had an `invoice`. */
  async function chargeFacts(charge: Stripe.Charge & { invoice?: string | null }) {
    const paymentIntent = idOf(charge.payment_intent);
    const disputes = charge.disputed ? (await stripe.disputes.list({ charge: charge.id })).data : [];
    const refunds = charge.amount_refunded
      ? (await stripe.refunds.list({ charge: charge.id, limit: 100 })).data
      : [];
    const payments = paymentIntent
      ? await findOrUndefined(
          stripe.invoicePayments.list({
            payment: { type: 'payment_intent', payment_intent: paymentIntent },
            limit: 1,
          }),
        )
      : undefined;
    const invoiceId = idOf(payments?.data[0]?.invoice ?? charge.invoice);
    const invoice = invoiceId ? await findOrUndefined(stripe.invoices.retrieve(invoiceId)) : undefined;
    return toCharge(charge, { refunds, disputes }, invoice && toInvoice(invoice));
  }

  /** The customer portal may have set a date instead of the flag; Stripe rejects both in one call. */
  const withoutCancellation = (subscription: Stripe.Subscription) =>
    hasDate(subscription) ? { cancel_at: '' as const } : { cancel_at_period_end: false };

  const readSubscription = async (id: string) => {
    const subscription = await findOrUndefined(
      stripe.subscriptions.retrieve(id, {
        expand: [
          'customer',
          'discounts.source.coupon.applies_to',
          'latest_invoice',
          'default_payment_method',
        ],
      }),
    );
    const facts = subscription && toSubscription(subscription);
    if (!facts) return undefined;
    const [actionUrl, nextAmount] = await Promise.all([
      actionUrlOf(subscription),
      nextAmountOf(subscription),
    ]);
    return { ...facts, actionUrl, nextAmount };
  };

  /** The status of an invoice's payment. */
  async function paymentStatus(invoiceId: string) {
    const { data } = await stripe.invoicePayments.list({
      invoice: invoiceId,
      limit: 1,
      expand: ['data.payment.payment_intent'],
    });
    const intent = data[0]?.payment.payment_intent;
    return typeof intent === 'object' ? intent.status : undefined;
  }

  async function actionUrlOf({ latest_invoice: invoice, pending_update, status }: Stripe.Subscription) {
    if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return null;
    const isAsked =
      pending_update !== null ||
      (status === 'past_due' && (await paymentStatus(invoice.id)) === 'requires_action');
    return (isAsked && invoice.hosted_invoice_url) || null;
  }

  /** Whether the customer portal has canceled it with a date, which, unlike the flag, can't be part of a pending change. */
  const hasDate = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription) =>
    cancel_at !== null && !cancel_at_period_end;

  /** The amount of the next invoice, if it isn't simply the price. */
  async function nextAmountOf({ id, status, discounts, customer, ...subscription }: Stripe.Subscription) {
    // Such as a credit from an earlier change.
    const hasBalance = typeof customer === 'object' && 'balance' in customer && customer.balance !== 0;
    const isRenewed =
      isActiveOrTrialing(status) && !subscription.cancel_at_period_end && !subscription.cancel_at;
    const isOther = hasBalance || discounts.length > 0 || subscription.automatic_tax.enabled;
    if (!isRenewed || !isOther) return null;
    return (await stripe.invoices.createPreview({ subscription: id })).amount_due;
  }

  return {
    mode,

    createCustomer: ({ userId, email }, attempt) =>
      withAppErrors(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { user_id: userId } },
          { idempotencyKey: `customer-${attempt}` },
        );
        return customer.id;
      }),

    updateCustomer: (id, { email }) =>
      withAppErrors(async () => void (await findOrUndefined(stripe.customers.update(id, { email })))),
    ...catalog.prices,

    createSession: (request) =>
      withAppErrors(async () => {
        const coupon = request.discount && (await catalog.ensureCoupon(request.discount));
        const session = await stripe.checkout.sessions.create(sessionParameters(request, coupon), {
          idempotencyKey: `checkout-${request.checkoutId}`,
        });
        if (!session.url) throw new AppError('payments_unreachable', m.refused_no_checkout_page());
        return { id: session.id, url: session.url };
      }),

    readSession: (id) =>
      withAppErrors(async () => {
        const session = await findOrUndefined(
          stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }),
        );
        return session && toSession(session);
      }),
    expireSession: (id) =>
      withAppErrors(async () => {
        await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
          // Stripe refuses to expire a page that another call has expired, or that was just paid.
          const session = await findOrUndefined(stripe.checkout.sessions.retrieve(id));
          if (session?.status === 'open') throw error;
        });
      }),

    readSubscription: (id) => withAppErrors(() => readSubscription(id)),
    readInvoices: (subscription) =>
      withAppErrors(async () => {
        const { data } = await stripe.invoices.list({ subscription, limit: invoicesRead });
        return data.map(toInvoice).filter((invoice) => invoice !== undefined);
      }),
    async *listSubscriptions() {
      for await (const subscription of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
        const facts = toSubscription(subscription);
        if (facts) yield facts satisfies SubscriptionFacts;
      }
    },
    readInvoiceSubscription: (id) =>
      withAppErrors(async () => {
        const invoice = await findOrUndefined(stripe.invoices.retrieve(id));
        return invoice && subscriptionOf(invoice);
      }),

    readCharge: (id) =>
      withAppErrors(async () => {
        const charge = await findOrUndefined(stripe.charges.retrieve(id));
        return charge && chargeFacts(charge);
      }),
    readPayment: (id) =>
      withAppErrors(async () => {
        const payment = await findOrUndefined(
          stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
        );
        const charge = payment?.latest_charge;
        return charge && typeof charge === 'object' ? chargeFacts(charge) : undefined;
      }),
    async *listRefundedCharges(since) {
      const created = (time: Date) => ({ gte: epochSeconds(time) });
      for await (const refund of stripe.refunds.list({ created: created(since.refunds), limit: 100 })) {
        const charge = idOf(refund.charge);
        if (charge) yield charge;
      }
      for await (const dispute of stripe.disputes.list({ created: created(since.disputes), limit: 100 })) {
        const charge = idOf(dispute.charge);
        if (charge) yield charge;
      }
    },

    previewChange: ({ subscription, ...change }) =>
      withAppErrors(async () => {
        const current = await stripe.subscriptions.retrieve(subscription.id, {
          expand: ['discounts.source.coupon.applies_to'],
        });
        const invoice = await stripe.invoices.createPreview({
          customer: subscription.customerId,
          subscription: subscription.id,
          subscription_details: {
            ...prorated({ subscription, ...change }),
            ...withoutCancellation(current),
          },
        });
        return {
          amountDue: invoice.amount_due,
          credit: Math.max(0, -invoice.total),
          discount: toDiscount(current, productOf(change.tierId)),
        };
      }),
    changePlan: (change) =>
      withAppErrors(async () => {
        const { id } = change.subscription;
        const updated = await stripe.subscriptions.update(id, {
          ...prorated(change),
          cancel_at_period_end: false,
          payment_behavior: 'pending_if_incomplete',
        });
        if (!updated.pending_update) {
          if (hasDate(updated)) await stripe.subscriptions.update(id, { cancel_at: '' });
          return;
        }
        const invoice = idOf(updated.latest_invoice);
        if (!invoice || (await paymentStatus(invoice)) !== 'requires_payment_method') return;
        // Only authentication is awaited; a declined card fails at once.
        await stripe.invoices.voidInvoice(invoice);
        throw declined();
      }),

    revertPlan: ({ id, itemId }, price) =>
      withAppErrors(
        async () =>
          void (await stripe.subscriptions.update(id, {
            items: [{ id: itemId, price }],
            proration_behavior: 'none',
          })),
      ),
    setCancelAtPeriodEnd: (id, cancelAtPeriodEnd) =>
      withAppErrors(async () => {
        const change = cancelAtPeriodEnd
          ? { cancel_at_period_end: true }
          : withoutCancellation(await stripe.subscriptions.retrieve(id));
        await stripe.subscriptions.update(id, change);
      }),
    cancelNow: (id) =>
      withAppErrors(async () => void (await findOrUndefined(stripe.subscriptions.cancel(id)))),
    portalUrl: (customer, return_url) =>
      withAppErrors(async () => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),

    readEvent: (body, signature) =>
      readSignedEvent({
        body,
        signature,
        secret: keys.webhookSecret,
        mode,
        tolerance: webhookToleranceSeconds,
      }),
  };
}

const prorated = ({ subscription, priceId, prorationDate, trialEnd }: PlanChange) => ({
  items: [{ id: subscription.itemId, price: priceId }],
  proration_behavior: 'always_invoice' as const,
  proration_date: epochSeconds(prorationDate),
  ...(trialEnd && { trial_end: trialEnd === 'now' ? trialEnd : epochSeconds(trialEnd) }),
});
