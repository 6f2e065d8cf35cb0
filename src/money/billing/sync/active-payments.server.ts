import type { OperatorWriter } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Vault } from '#platform/secret.server.ts';
import {
  type PaymentKeys,
  readPaymentSettings,
} from '#site/settings/public/payment-settings.service.server.ts';
import type { SellingSettings } from '#site/settings/public/selling.ts';
import { modeOf } from '../payment-mode.ts';
import type { PaymentMode, PaymentProvider } from '../payment-provider.ts';
import { createSandbox, type DeliverEvent } from '../sandbox/sandbox.server.ts';
import type { BillingPolicy } from '../subscription/recompute-entitlements.server.ts';
import * as m from '../words/messages.ts';

export type PaymentsParts = {
  db: OperatorWriter<'payments'>;
  vault: Vault;
  publicUrl: string;
  /** Whether to use the sandbox while no keys are set. */
  isSandboxAllowed: boolean;
  /** Base URL of the Stripe API, if it isn't Stripe's own. */
  apiBase: string | undefined;
  deliver: DeliverEvent;
};

/** The payment provider, the billing policy and the selling settings, from a single read of the settings. */
export type ActivePayments = {
  provider: PaymentProvider;
  policy: BillingPolicy;
  selling: SellingSettings;
};
/** Without usable keys there may be no provider. */
export type ResolvedPayments = Omit<ActivePayments, 'provider'> & { provider: PaymentProvider | undefined };

/** Resolves the payment settings. One operation resolves them once and passes them on. */
export type Payments = ReturnType<typeof createPayments>;

/** Who waits for the provider's answers: a person, or a job that has time. */
type Patience = 'person' | 'job';

export function createPayments({ db, vault, publicUrl, isSandboxAllowed, apiBase, deliver }: PaymentsParts) {
  const sandbox = createSandbox({ db, vault, publicUrl, deliver });
  const modeWithoutKeys = isSandboxAllowed ? sandbox.provider.mode : 'live';

  async function providerFor(keys: PaymentKeys, patience: Patience): Promise<PaymentProvider> {
    // Loaded on first use: the library is large, and a site without keys never needs it.
    const [{ createStripeProvider }, { personDeadline }] = await Promise.all([
      import('../stripe/stripe-provider.server.ts'),
      import('../stripe/stripe-client.server.ts'),
    ]);
    const deadline = patience === 'person' ? personDeadline() : undefined;
    return createStripeProvider(keys, apiBase, deadline);
  }

  /** Without a provider, live subscriptions keep their rights. */
  async function resolve(patience: Patience = 'job'): Promise<ResolvedPayments> {
    const { keys, graceDays, cancelsRefunded, selling } = await readPaymentSettings(db, vault);
    const fallback = keys === 'none' && isSandboxAllowed ? sandbox.provider : undefined;
    const provider = typeof keys === 'string' ? fallback : await providerFor(keys, patience);
    const mode = provider?.mode ?? 'live';
    return { provider, policy: { mode, graceDays, cancelsRefunded }, selling };
  }

  return {
    resolve,

    /** The mode whose payments count once `secretKey` is saved, or the keys are removed. */
    modeWith: (secretKey: string | undefined): PaymentMode =>
      secretKey === undefined ? modeWithoutKeys : modeOf(secretKey),

    /** @throws AppError 503 payments_off */
    async require(patience: Patience = 'job'): Promise<ActivePayments> {
      const { provider, ...rest } = await resolve(patience);
      if (!provider) throw new AppError('payments_off', "Online payments aren't available yet.");
      return { provider, ...rest };
    },

    /** @throws AppError 404 once real payments are set up */
    async requireSandbox() {
      if ((await resolve()).provider !== sandbox.provider)
        throw new AppError('not_found', m.refused_sandbox_off());
      return sandbox;
    },
  };
}
