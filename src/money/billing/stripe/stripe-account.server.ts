import { Stripe } from 'stripe';
import { AppError } from '#platform/errors.ts';
import { accountInKey } from '#site/settings/public/account-in-key.ts';
import { stripeEvents } from '../stripe-events.ts';
import * as m from '../words/messages.ts';
import { createStripeClient, personDeadline } from './stripe-client.server.ts';

/** The API only accepts the names that its types list, which change with its version. */
type EnabledEvents = Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export type WebhookRegistration = {
  outcome: 'created' | 'repaired' | 'unchanged';
  /** Only set for a new endpoint. */
  secret?: string;
};

/** The parts of a Stripe account that the owner's settings need. */
export function createStripeAccount(secretKey: string, apiBase: string | undefined) {
  const stripe = createStripeClient(secretKey, apiBase, personDeadline());

  return {
    /**
     * Checks the key with a call that restricted keys must be allowed to make. @returns whether Stripe answered.
     * @throws AppError 422 if Stripe refuses the key
     */
    async check(): Promise<boolean> {
      try {
        await stripe.subscriptions.list({ limit: 1 });
        return true;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeAuthenticationError)
          throw new AppError('validation_failed', `stripe_secret_key: ${m.refused_stripe_key()}`, {
            cause: error,
          });
        if (error instanceof Stripe.errors.StripePermissionError)
          throw new AppError('validation_failed', `stripe_secret_key: ${m.refused_stripe_reading()}`, {
            cause: error,
          });
        return false;
      }
    },

    /** The account's id without its prefix; undefined if neither Stripe nor the key reveals it. */
    async accountId(): Promise<string | undefined> {
      try {
        return (await stripe.accounts.retrieveCurrent()).id.replace(/^acct_/, '');
      } catch {
        return accountInKey(secretKey);
      }
    },

    /**
     * Registers the endpoint for the site's events, or repairs the one with this URL. If its secret is unknown, it is replaced, because
     * Stripe shows a secret only once.
     * @throws AppError 422 if Stripe refuses; 502
     */
    async registerWebhook(url: string, isSecretKnown: boolean): Promise<WebhookRegistration> {
      const enabled_events: EnabledEvents = [...stripeEvents];
      try {
        const endpoints = await stripe.webhookEndpoints
          .list({ limit: 100 })
          .autoPagingToArray({ limit: 500 });
        const existing = endpoints.find((endpoint) => endpoint.url === url);
        if (existing && isSecretKnown) {
          const isComplete = stripeEvents.every((type) =>
            existing.enabled_events.some((enabled) => enabled === type || enabled === '*'),
          );
          if (isComplete && existing.status === 'enabled') return { outcome: 'unchanged' };
          await stripe.webhookEndpoints.update(existing.id, { enabled_events, disabled: false });
          return { outcome: 'repaired' };
        }
        const created = await stripe.webhookEndpoints.create({
          url,
          enabled_events,
          description: 'Promptory',
        });
        if (existing) await stripe.webhookEndpoints.del(existing.id);
        return { outcome: 'created', ...(created.secret && { secret: created.secret }) };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        if (error instanceof Stripe.errors.StripePermissionError)
          throw new AppError('validation_failed', m.refused_stripe_endpoints(), { cause: error });
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          throw new AppError('validation_failed', m.refused_stripe_endpoint({ url, reason: error.message }), {
            cause: error,
          });
        throw new AppError('payments_unreachable', m.refused_stripe_silent(), {
          cause: error,
        });
      }
    },
  };
}
