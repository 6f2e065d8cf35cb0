import type { CustomFetch } from 'openid-client';
import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';

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
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > answerBytes) throw new Error('The provider answers with too much.');
      parts.push(part);
    }
    return new Response(response.body && Buffer.concat(parts), response);
  };
}
