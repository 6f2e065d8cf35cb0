import { Stripe } from 'stripe';
import { recordCall } from '#platform/observability/tracing.server.ts';

/** The timeout of a call and the number of retries, for calls that a person or a job waits for. */
const patience = {
  person: { timeout: 8_000, maxNetworkRetries: 1 },
  job: { timeout: 20_000, maxNetworkRetries: 2 },
} as const;
/** A person gets an answer within 15 seconds, no matter how many calls that takes. */
const personMilliseconds = 15_000;

/** The deadline for calls that a person starts waiting for now, in milliseconds since 1970. */
export const personDeadline = () => Date.now() + personMilliseconds;

/** Calls that follow one another share the deadline. */
function clientUntil(deadline: number) {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, data, protocol, timeout) => {
    const left = Math.max(1, Math.min(timeout, deadline - Date.now()));
    return makeRequest(host, port, path, method, headers, data, protocol, left);
  };
  return client;
}

/**
 * Stripe's official library, with the API version that it was made for. `apiBase` replaces Stripe's own URL. With a `deadline`, a person
 * waits for the answers; without one, a job that has time.
 */
export function createStripeClient(
  secretKey: string,
  apiBase: string | undefined,
  deadline: number | undefined,
): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  const stripe = new Stripe(secretKey, {
    ...(deadline === undefined ? patience.job : { ...patience.person, httpClient: clientUntil(deadline) }),
    telemetry: false,
    appInfo: { name: 'Promptory' },
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
  stripe.on('response', ({ method, path, status, elapsed }: Stripe.ResponseEvent) =>
    recordCall(
      method,
      elapsed,
      {
        'http.request.method': method,
        'server.address': base?.hostname ?? 'api.stripe.com',
        'url.path': path.split('?', 1)[0],
        'http.response.status_code': status,
      },
      status >= 400 ? status : undefined,
    ),
  );
  return stripe;
}
