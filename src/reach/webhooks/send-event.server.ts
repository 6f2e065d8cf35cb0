import { webhookRules } from '#constants';
import { codeOf } from '#platform/error-message.ts';
import { type GuardedFetch, PrivateAddressError } from '#platform/http/guarded-fetch.server.ts';
import type { Delivery } from './webhooks.contract.ts';

/** The result of an attempt. `problem` is null if the receiver accepted it. */
export type Outcome = {
  status: number | null;
  problem: Delivery['problem'];
  milliseconds: number;
};

/** Any 2xx within the timeout counts as accepted. The response body isn't read. */
export async function sendEvent(
  fetch: GuardedFetch,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Outcome> {
  const start = performance.now();
  const spent = () => Math.round(performance.now() - start);
  try {
    const signal = AbortSignal.timeout(webhookRules.timeout);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    await answer.body?.cancel();
    return { status: answer.status, problem: answer.ok ? null : 'status', milliseconds: spent() };
  } catch (error) {
    return { status: null, problem: problemOf(error), milliseconds: spent() };
  }
}

function problemOf(error: unknown): NonNullable<Delivery['problem']> {
  if (error instanceof PrivateAddressError) return 'private_address';
  const code = codeOf(error) ?? '';
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'not_found';
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH') return 'refused';
  return /CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'tls' : 'other';
}
