import { APICallError, RetryError } from 'ai';
import type { GuardedFetch } from '../http/guarded-fetch.server.ts';
import { cutText } from '../text/cut-text.ts';

/** The maximum length, in characters, of an endpoint's message that is shown to admins. */
const maxShownReason = 300;

/** The error of the last attempt. */
export const lastOf = (error: unknown) => (RetryError.isInstance(error) ? error.lastError : error);
export function statusOf(error: unknown): number | undefined {
  const cause = lastOf(error);
  return APICallError.isInstance(cause) ? cause.statusCode : undefined;
}

/** The maximum size of a response, because an endless one would exhaust the memory. */
const maxAnswerBytes = 32 * 1_048_576;
const bounded = () => {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxAnswerBytes) controller.error(new Error('The answer is too long'));
      else controller.enqueue(chunk);
    },
  });
};

/** A `fetch` that fails with the same errors as the standard one, which the library recognizes. */
export const asFetch =
  (guarded: GuardedFetch): typeof fetch =>
  async (address, init) => {
    try {
      const answer = await guarded(address instanceof Request ? address.url : address, {
        ...(init?.method && { method: init.method }),
        ...(init?.headers && { headers: init.headers }),
        ...(init?.signal && { signal: init.signal }),
        ...(typeof init?.body === 'string' && { body: init.body }),
      });
      return answer.body ? new Response(answer.body.pipeThrough(bounded()), answer) : answer;
    } catch (cause) {
      throw init?.signal?.aborted ? cause : new TypeError('fetch failed', { cause });
    }
  };

/** An error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = lastOf(error); cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}

/** An endpoint's error message, or why it couldn't be reached, on one line. */
export function wordsOf(error: unknown): string | undefined {
  const last = lastOf(error);
  if (!APICallError.isInstance(last)) return undefined;
  const deepest = causesOf(error).at(-1);
  const said = last.statusCode === undefined && deepest instanceof Error ? deepest.message : last.message;
  const status = last.statusCode === undefined ? '' : `HTTP ${last.statusCode}: `;
  return `(${status}${cutText(said.replaceAll(/\s+/g, ' '), maxShownReason)})`;
}
