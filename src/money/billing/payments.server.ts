import type { OperatorWriter } from '#access/writable.server.ts';
import { graceDaysDefault } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { Vault } from '#platform/secret.server.ts';
import { type PaymentKeys, readPaymentKeys } from '#site/settings/public/payment-keys.service.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { BillingPolicy } from './recompute-entitlements.server.ts';
import { createSandbox, type DeliverEvent } from './sandbox.server.ts';

export type PaymentsParts = {
  db: OperatorWriter<'payments'>;
  vault: Vault;
  publicUrl: string;
  /** Whether the sandbox may stand in while no keys are set. */
  isSandboxAllowed: boolean;
  /** Where Stripe's API is, if not at Stripe's. */
  apiBase: string | undefined;
  deliver: DeliverEvent;
};

/** Who takes the money on this site, as the settings say at this moment. */
export type Payments = ReturnType<typeof createPayments>;

export function createPayments({ db, vault, publicUrl, isSandboxAllowed, apiBase, deliver }: PaymentsParts) {
  const sandbox = createSandbox({ db, vault, publicUrl, deliver });
  let known: { keys: PaymentKeys; provider: PaymentProvider } | undefined;

  async function provider(): Promise<PaymentProvider | undefined> {
    const keys = await readPaymentKeys(db, vault);
    if (keys === 'none') return isSandboxAllowed ? sandbox.provider : undefined;
    if (keys === 'sealed') return undefined;
    if (known?.keys.secretKey !== keys.secretKey || known.keys.webhookSecret !== keys.webhookSecret) {
      // The library is large, and a site without keys never needs it.
      const { createStripeProvider } = await import('./stripe-provider.server.ts');
      known = { keys, provider: createStripeProvider(keys, apiBase) };
    }
    return known.provider;
  }

  return {
    provider,

    /** @throws AppError 503 payments_off */
    async require(): Promise<PaymentProvider> {
      const current = await provider();
      if (!current) throw new AppError('payments_off', 'Online payment is not open on this site yet.');
      return current;
    },

    /** The sandbox, while it stands in. @throws AppError 404 */
    async requireSandbox() {
      if ((await provider()) !== sandbox.provider)
        throw new AppError('not_found', 'There is no sandbox here.');
      return sandbox;
    },

    /** Whose payments count now. Without usable keys: real ones, which run on. */
    async policy(): Promise<BillingPolicy> {
      const [current, setting] = await Promise.all([
        provider(),
        db
          .selectFrom('site_settings')
          .select('setting_value')
          .where('setting_key', '=', 'past_due_grace_days')
          .executeTakeFirst(),
      ]);
      return {
        modes: [current?.mode ?? 'live'],
        graceDays: setting ? Number(setting.setting_value) : graceDaysDefault,
      };
    },
  };
}
