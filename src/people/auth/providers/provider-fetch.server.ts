import type { CustomFetch } from 'openid-client';
import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import { readBytes } from '#platform/http/read-bytes.server.ts';

const secondsForAnswer = 10;
const answerBytes = 1_000_000;

/** Fetches from identity providers: no private networks, no redirects, and limits for size and time. */
export function createProviderFetch(openHosts: readonly string[]): CustomFetch {
  const guarded = createGuardedFetch(openHosts);
  return async (address, { method, headers, body }) => {
    const response = await guarded(address, {
      method,
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      signal: AbortSignal.timeout(secondsForAnswer * 1_000),
    });
    if (!response.body) return new Response(null, response);
    const tooLarge = () => new Error('The provider answers with too much.');
    return new Response(await readBytes(response.body, answerBytes, tooLarge), response);
  };
}
