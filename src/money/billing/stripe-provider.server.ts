import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import { webhookToleranceSeconds } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { PaymentKeys } from '#site/settings/public/payment-settings.service.server.ts';
import { modeOf } from './payment-mode.ts';
import type { PaymentProvider, PlanChange, SessionDiscount, SubscriptionFacts } from './payment-provider.ts';
import { readSignedEvent } from './signed-event.server.ts';
import { createStripeClient } from './stripe-client.server.ts';
import { idOf, subscriptionOf, toCharge, toSession, toSubscription } from './stripe-facts.server.ts';

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

  /** Before API version 2025-03-31 the charge itself named its `invoice`. */
  async function chargeFacts(charge: Stripe.Charge & { invoice?: string | null }) {
    const paymentIntent = idOf(charge.payment_intent);
    const disputes = charge.disputed ? (await stripe.disputes.list({ charge: charge.id })).data : [];
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
    return toCharge(charge, disputes, invoice);
  }

  /** The customer portal may have set a date instead of the flag; Stripe rejects both in one call. */
  async function withoutCancellation(id: string) {
    const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(id);
    return cancel_at && !cancel_at_period_end ? { cancel_at: '' as const } : { cancel_at_period_end: false };
  }

  const readSubscription = async (id: string) => {
    const subscription = await findOrUndefined(
      stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon.applies_to'] }),
    );
    return subscription && toSubscription(subscription);
  };

  async function ensureProduct(tier: { id: string; name: string }): Promise<string> {
    const id = `promptory_tier_${tier.id}`;
    await unlessExists(stripe.products.create({ id, name: tier.name }));
    return id;
  }

  /**
   * The coupon of an offer with these terms; its id follows from them, so that changed terms get a new one and a deleted one is
   * made again. No promotion code is made: members could type that on Stripe's page, past the offer's own limits.
   */
  async function ensureCoupon({ id: offer, code, tiers, ...terms }: SessionDiscount): Promise<string> {
    const { percent_off, amount_off, currency, duration, duration_months } = terms;
    const products = tiers && (await Promise.all(tiers.map(ensureProduct))).sort();
    const values = {
      ...(percent_off === null ? { amount_off: amount_off ?? 0, currency } : { percent_off }),
      duration,
      ...(duration_months === null ? {} : { duration_in_months: duration_months }),
      ...(products && { applies_to: { products } }),
    };
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
    const id = `promptory_${offer}_${hash}`;
    await unlessExists(stripe.coupons.create({ id, name: code, ...values }));
    return id;
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

    createPrice: ({ tier, interval, amount, currency }) =>
      withAppErrors(async () => {
        const product = await ensureProduct(tier);
        const price = await stripe.prices.create({
          product,
          currency,
          unit_amount: amount,
          recurring: { interval },
          nickname: `${tier.name}, per ${interval}`,
        });
        return price.id;
      }),

    createSession: (request) =>
      withAppErrors(async () => {
        const metadata = { checkout_id: request.checkoutId };
        const session = await stripe.checkout.sessions.create(
          {
            customer: request.customerId,
            client_reference_id: request.userId,
            metadata,
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            expires_at: Math.floor(request.expiresAt.getTime() / 1_000),
            ...(request.discount
              ? { discounts: [{ coupon: await ensureCoupon(request.discount) }] }
              : { allow_promotion_codes: true }),
            ...(request.kind === 'subscription'
              ? {
                  mode: 'subscription' as const,
                  line_items: [{ price: request.priceId, quantity: 1 }],
                  // A card is asked for only if it will ever be charged.
                  ...(request.isFreeForever ? { payment_method_collection: 'if_required' as const } : {}),
                  subscription_data: {
                    metadata,
                    ...(request.trialDays > 0 ? { trial_period_days: request.trialDays } : {}),
                  },
                }
              : {
                  mode: 'payment' as const,
                  line_items: [
                    {
                      quantity: 1,
                      price_data: {
                        currency: request.currency,
                        unit_amount: request.amount,
                        product_data: { name: request.title },
                      },
                    },
                  ],
                  payment_intent_data: { metadata },
                }),
          },
          { idempotencyKey: `checkout-${request.checkoutId}` },
        );
        if (!session.url)
          throw new AppError('payments_unreachable', 'The payment provider returned no checkout page.');
        return { id: session.id, url: session.url };
      }),

    readSession: (id) =>
      withAppErrors(async () => {
        const session = await findOrUndefined(stripe.checkout.sessions.retrieve(id));
        return session && toSession(session);
      }),
    expireSession: (id) =>
      withAppErrors(async () => {
        await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
          // Stripe refuses to expire what another call has expired, or what was paid meanwhile.
          const session = await findOrUndefined(stripe.checkout.sessions.retrieve(id));
          if (session?.status === 'open') throw error;
        });
      }),

    readSubscription: (id) => withAppErrors(() => readSubscription(id)),
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
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
        const charge = idOf(refund.charge);
        if (charge) yield charge;
      }
      for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
        const charge = idOf(dispute.charge);
        if (charge) yield charge;
      }
    },

    previewChange: ({ subscription, ...change }) =>
      withAppErrors(async () => {
        const invoice = await stripe.invoices.createPreview({
          customer: subscription.customerId,
          subscription: subscription.id,
          subscription_details: {
            ...prorated({ subscription, ...change }),
            ...(await withoutCancellation(subscription.id)),
          },
        });
        return { amountDue: invoice.amount_due, credit: Math.max(0, -invoice.total) };
      }),
    changePlan: (change) =>
      withAppErrors(
        async () =>
          void (await stripe.subscriptions.update(change.subscription.id, {
            ...prorated(change),
            ...(await withoutCancellation(change.subscription.id)),
            payment_behavior: 'error_if_incomplete',
          })),
      ),

    setCancelAtPeriodEnd: (id, cancelAtPeriodEnd) =>
      withAppErrors(async () => {
        const change = cancelAtPeriodEnd ? { cancel_at_period_end: true } : await withoutCancellation(id);
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

const prorated = ({ subscription, priceId, prorationDate }: PlanChange) => ({
  items: [{ id: subscription.itemId, price: priceId }],
  proration_behavior: 'always_invoice' as const,
  proration_date: Math.floor(prorationDate.getTime() / 1_000),
});

/** Waits for an object to be created; one with the same id is as good. */
async function unlessExists(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!isStripeError(error) || error.code !== 'resource_already_exists') throw error;
  });
}

const isStripeError = (error: unknown) => error instanceof Stripe.errors.StripeError;

/** The answer, or undefined if Stripe does not know the object. */
async function findOrUndefined<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isStripeError(error) && (error.code === 'resource_missing' || error.statusCode === 404))
      return undefined;
    throw error;
  }
}

/** Turns Stripe's errors into the site's. Stripe's own text goes to the log as `cause`, not to the member. */
async function withAppErrors<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (error instanceof Stripe.errors.StripeCardError)
      throw new AppError('payment_declined', 'Your card was declined. Nothing has changed.', {
        cause: error,
      });
    const message =
      error instanceof Stripe.errors.StripeConnectionError
        ? "The payment provider isn't responding. Please try again in a few minutes."
        : 'The payment provider could not complete this. Please try again.';
    throw new AppError('payments_unreachable', message, { cause: error });
  }
}
