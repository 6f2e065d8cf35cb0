import { isUtf8 } from 'node:buffer';
import type { Hook } from '@hono/zod-openapi';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { firstProblem, setPlainValidationMessages } from '../contract/validation-messages.ts';
import {
  isBadInput,
  isDatabaseAway,
  isDeadlock,
  isReferenceGone,
  isTooSlow,
} from '../database/database.server.ts';
import { codeOf, failureMessage } from '../error-message.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../observability/log.server.ts';
import { outages } from '../observability/outage-log.server.ts';
import { shownPath } from '../observability/shown-path.ts';
import * as m from '../words/messages.ts';
import { assertReadable } from './read-json.server.ts';

setPlainValidationMessages();

/** Responds to invalid input with 422 and the first validation error. */
export const refuseInvalid: Hook<unknown, Env, string, undefined> = (result) => {
  if (result.success) return undefined;
  const issue = firstProblem(result.error);
  const place = issue?.path.join('.');
  const code = place === 'cursor' ? 'invalid_cursor' : 'validation_failed';
  throw new AppError(code, place ? `${place}: ${issue?.message}` : (issue?.message ?? m.refused_invalid()));
};

/** Refuses compressed bodies, which no route reads. */
export const refuseEncodedBodies: MiddlewareHandler = async (c, next) => {
  const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity';
  const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD';
  if (hasBody && encoding !== 'identity') {
    c.header('Accept-Encoding', 'identity');
    throw new AppError('unsupported_media_type', m.refused_content_encoding());
  }
  await next();
};

const largeBody = 65_536;

/** Responds to errors with `{ error, code }`. Errors other than AppErrors are logged, and only get a general message. */
export function errorAnswer(log: Log) {
  return (error: Error, c: Context) => {
    const known = toAppError(error);
    if (known.code === 'internal')
      log.error('A request failed', { path: shownPath(c.req.path), method: c.req.method, error });
    if (isDatabaseAway(error)) outages(log).away(error);
    // Usually someone else deleted it first. If this recurs, an id in our code is wrong.
    if (isReferenceGone(error)) {
      const { constraint } = error;
      log.warn('A request refers to what is gone', { path: shownPath(c.req.path), constraint });
    }
    // The storage of pictures fails with 503.
    if (known.status === 502 || (known === error && known.code === 'unavailable' && known.cause)) {
      const reason = known.cause === undefined ? undefined : failureMessage(known.cause);
      log.warn('Another service failed', { path: shownPath(c.req.path), code: known.code, reason });
    }
    if (known.retryAfterSeconds !== undefined) c.header('Retry-After', String(known.retryAfterSeconds));
    for (const [name, value] of known.headers) c.header(name, value);
    // If the rest of a large body wasn't read, the connection can't be reused.
    const sent = Number(c.req.header('content-length') ?? 0);
    if (known.status === 413 || sent > largeBody) c.header('Connection', 'close');
    c.header('Cache-Control', 'no-store');
    return c.json({ error: known.message, code: known.code }, known.status);
  };
}

/** Whether the client disconnected while it was sending, so that no response can reach it. */
export const isClientGone = (error: Error): boolean =>
  error.message === 'aborted' && codeOf(error) === 'ECONNRESET';

/** The error as clients see it; `internal` if they shouldn't know its cause. */
export function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (isClientGone(error)) return new AppError('bad_request', 'The request ended early.');
  if (error instanceof HTTPException) {
    if (error.status === 413) return new AppError('payload_too_large', m.refused_body_too_large());
    if (error.status === 415) return new AppError('unsupported_media_type', m.refused_content_type());
    const isUnreadable = error.message.startsWith('Malformed JSON');
    return new AppError(
      'bad_request',
      isUnreadable ? m.unreadable_json() : error.message || 'The request cannot be read.',
    );
  }
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', m.refused_database_away(), {
      retryAfterSeconds: 2,
    });
  }
  if (isTooSlow(error)) {
    return new AppError('unavailable', m.refused_too_slow(), {
      retryAfterSeconds: 2,
      cause: error,
    });
  }
  if (isDeadlock(error)) {
    return new AppError('unavailable', m.refused_busy(), {
      retryAfterSeconds: 2,
      cause: error,
    });
  }
  if (isBadInput(error)) {
    return new AppError('validation_failed', m.refused_cannot_be_stored(), {
      cause: error,
    });
  }
  if (isReferenceGone(error)) return new AppError('not_found', m.refused_deleted(), { cause: error });
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
}

/** Refuses larger bodies. */
export const limitBody = (mebibytes: number) =>
  bodyLimit({
    maxSize: mebibytes * 1_048_576,
    onError: () => {
      throw new AppError('payload_too_large', m.refused_body_over({ mebibytes }));
    },
  });

/** Refuses JSON that isn't UTF-8: replacement characters would be stored in place of its letters. */
export const requireUtf8: MiddlewareHandler = async (c, next) => {
  const isJson = c.req.header('content-type')?.toLowerCase().includes('json');
  if (isJson && !isUtf8(await c.req.arrayBuffer())) throw new AppError('bad_request', m.unreadable_json());
  await next();
};

/** Takes an empty body for none, because clients name its type even if they send nothing. */
export const emptyIsNone: MiddlewareHandler = async (c, next) => {
  if ((await c.req.arrayBuffer()).byteLength === 0) c.req.raw.headers.delete('content-type');
  await next();
};

/** Refuses JSON that would take too long to parse. */
export const limitValues =
  (values: number): MiddlewareHandler =>
  async (c, next) => {
    assertReadable(await c.req.text(), values);
    await next();
  };
