import { Stripe } from 'stripe';

const timeoutMilliseconds = 20_000;

/** Stripe's official library, in the API version that it is made for. `apiBase` replaces Stripe's own URL. */
export function createStripeClient(secretKey: string, apiBase: string | undefined): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: timeoutMilliseconds,
    telemetry: false,
    appInfo: { name: 'Promptory' },
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
