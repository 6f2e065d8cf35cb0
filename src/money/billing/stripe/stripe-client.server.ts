import { Stripe } from 'stripe';
import { recordCall } from '#platform/observability/tracing.server.ts';

/** How long one call waits, and how often it is repeated: for a person, and for a job. */
const patience = {
  person: { timeout: 8_000, maxNetworkRetries: 1 },
  job: { timeout: 20_000, maxNetworkRetries: 2 },
} as const;
/** A person gets an answer within 15 seconds, however many calls that takes. */
const personMilliseconds = 15_000;

/** When calls that a person waits for from now on have to end, in milliseconds since 1970. */
export const personDeadline = () => Date.now() + personMilliseconds;

/** No call outlasts the deadline, even if several follow one another. */
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
 * Stripe's official library, in the API version that it is made for. `apiBase` replaces Stripe's own URL. With a `deadline`, a
 * person waits for the answers; without one, a job that has time.
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
