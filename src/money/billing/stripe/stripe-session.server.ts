import type { Stripe } from 'stripe';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import type { SellingSettings } from '#site/settings/public/selling.ts';
import type { PaymentProvider } from '../payment-provider.ts';

type Request = Parameters<PaymentProvider['createSession']>[0];
type Params = Stripe.Checkout.SessionCreateParams;

/** A checkout as Stripe's parameters. */
export function sessionParameters(request: Request, coupon: string | undefined): Params {
  const { selling } = request;
  const metadata = { checkout_id: request.checkoutId };
  return {
    customer: request.customerId,
    client_reference_id: request.userId,
    metadata,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: epochSeconds(request.expiresAt),
    ...(coupon
      ? { discounts: [{ coupon }] }
      : selling.promotion_codes
        ? { allow_promotion_codes: true }
        : {}),
    ...askedAtCheckout(selling),
    ...(request.kind === 'subscription'
      ? {
          mode: 'subscription' as const,
          line_items: [{ price: request.priceId, quantity: 1 }],
          // Asks for a card only if it will ever be charged.
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
                ...(selling.tax === 'automatic' && { tax_behavior: selling.tax_behavior }),
                product_data: { name: request.title },
              },
            },
          ],
          payment_intent_data: { metadata },
          ...(selling.purchase_invoices && { invoice_creation: { enabled: true } }),
        }),
  };
}

/** Taxes and consent. Stripe only updates an existing customer's address and name if told to. */
function askedAtCheckout({ tax, terms_consent }: SellingSettings) {
  return {
    ...(tax === 'automatic' && {
      automatic_tax: { enabled: true },
      billing_address_collection: 'required' as const,
      tax_id_collection: { enabled: true },
      customer_update: { address: 'auto' as const, name: 'auto' as const },
    }),
    ...(terms_consent && { consent_collection: { terms_of_service: 'required' as const } }),
  };
}
