import { APICallError } from 'ai';
import { codeOf } from '../error-message.ts';
import { AppError } from '../errors.ts';
import { PrivateAddressError } from '../http/guarded-fetch.server.ts';
import * as m from '../words/messages.ts';
import { causesOf, lastOf, statusOf } from './model-endpoint.server.ts';

/** @throws AppError 502 model_failed for an incomplete answer */
export function assertComplete(finishReason: string | undefined) {
  if (finishReason === 'length') throw new AppError('model_failed', m.model_cut_off());
  if (finishReason === 'content-filter') throw new AppError('model_failed', m.model_refused());
}

/** An error that tells members what they can do. Problems with the site's setup are only logged, for the owner. */
export function toMemberError(error: unknown, timeoutSeconds: number | undefined): unknown {
  const known = toAppError(error, timeoutSeconds);
  const status = statusOf(error);
  const words = wordsForMembers(status, error);
  return known === error || words === undefined || timeoutSeconds !== undefined
    ? known
    : new AppError('model_failed', words, { cause: error });
}

function wordsForMembers(status: number | undefined, error: unknown): string | undefined {
  if (status === undefined) return APICallError.isInstance(lastOf(error)) ? undefined : m.model_lost();
  // It had already started to answer.
  if (status < 300) return m.model_lost();
  if (status === 429) return undefined;
  if ([401, 403, 404].includes(status)) return m.model_misconfigured();
  if (status === 400 || status === 413 || status === 422)
    return /context|too (long|large|many)|length/i.test((lastOf(error) as Error).message) || status === 413
      ? m.model_prompt_too_long()
      : m.model_refused();
  return m.model_failed_for_now();
}

/** Aborted requests keep their error, because there is no one left to read a message. */
export function toAppError(error: unknown, timeoutSeconds: number | undefined): unknown {
  if (error instanceof AppError) return error;
  if (timeoutSeconds !== undefined)
    return new AppError('model_failed', m.model_too_slow({ seconds: timeoutSeconds }));
  if (error instanceof Error && error.name === 'AbortError') return error;
  const status = statusOf(error);
  const reasons: Record<number, string> = {
    401: m.model_key_rejected(),
    403: m.model_key_rejected(),
    404: m.model_not_found(),
    429: m.model_busy(),
  };
  if (causesOf(error).some((cause) => cause instanceof PrivateAddressError))
    return new AppError('model_failed', m.model_in_private_network(), {
      cause: error,
    });
  const reason = reasons[status ?? 0] ?? (status ? m.model_failed() : undefined);
  return new AppError('model_failed', reason ?? m.model_unreachable(), { cause: error });
}

/** If a connection breaks like this, the model may already have received the prompt. */
const lostConnections = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT']);

/**
 * Whether the model can't have started to answer, because it wasn't reached or refused. After a gateway timeout (504),
 * it may have.
 */
export function isBeforeAnswer(error: unknown): boolean {
  const last = lastOf(error);
  if (!APICallError.isInstance(last)) return false;
  if (last.statusCode !== undefined) return last.statusCode >= 400 && last.statusCode !== 504;
  return !lostConnections.has(codeOf(last.cause) ?? '');
}
