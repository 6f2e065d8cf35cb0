import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { z } from 'zod';
import {
  isDatabaseAway,
  isDeadlock,
  isReferenceGone,
  isTooSlow,
  isUniqueViolation,
} from '#platform/database/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { isClientGone } from '#platform/http/http.server.ts';
import { decodeJson, readJson } from '#platform/http/read-json.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { outages } from '#platform/observability/outage-log.server.ts';
import {
  AuthError,
  emailExists,
  invalidCredentials,
  userExists,
  userNotFound,
  validationFailed,
} from './auth-error.ts';
import { storableText } from './storable-text.ts';

const apiVersion = '2024-01-01';
const versionHeader = 'X-Supabase-Api-Version';

export const bodyTooLarge = () => new AuthError(413, 'request_too_large', 'Request body is too large');
/** Text in a body: at most 2,000 characters, and all of them storable. */
export const bodyText = storableText(z.string().max(2_000));
export const bodyMetadata = z.record(z.string(), z.unknown());

/** Where a link in an email leads in the end, as the client asks for it. */
export const redirectTo = (c: Context) => c.req.query('redirect_to');

/** Whether a browser opens this address itself, so that a person would see the answer. */
const isVisit = (c: Context) =>
  accepts(c, { header: 'Accept', supports: ['text/html', 'application/json'], default: '' }) === 'text/html';

/** The refusal of a visitor, who is led back with its reason. @throws the error for anyone else, and any other error */
export function refusalOfVisit(c: Context, error: unknown): AuthError {
  if (error instanceof AuthError && isVisit(c)) return error;
  throw error;
}

/**
 * Reads and validates the body. An empty one counts as `{}`, and null as a missing field, as in GoTrue. @throws AuthError 400, 413, 415,
 * 422
 */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const raw = await c.req.arrayBuffer();
  // Pages of other origins can send forms and plain text without a preflight request, but not JSON.
  if (raw.byteLength > 0 && !/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AuthError(415, 'validation_failed', 'Content-Type must be application/json');
  let value: unknown;
  try {
    value = raw.byteLength === 0 ? {} : readJson(decodeJson(raw));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const result = shape.safeParse(withoutNulls(value));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw validationFailed(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is invalid'}`);
}

function withoutNulls(value: unknown): unknown {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));
}

export function toAuthError(error: Error, log: Log): AuthError {
  if (error instanceof AuthError) return error;
  if (isClientGone(error)) return new AuthError(400, 'bad_json', 'The request ended early');
  if (error instanceof AppError && error.status === 413)
    return new AuthError(413, 'request_too_large', error.message);
  if (error instanceof AppError && error.status < 500)
    return new AuthError(error.status, error.code, error.message);
  if (isDatabaseAway(error)) {
    outages(log).away(error);
    return new AuthError(503, 'unavailable', 'The database is unavailable. Please try again.', {
      retryAfter: 2,
    });
  }
  if (isDeadlock(error) || isTooSlow(error)) {
    log.warn('An auth request was given up', { error });
    return new AuthError(503, 'unavailable', 'The site is busy. Please try again.', { retryAfter: 2 });
  }
  if (isReferenceGone(error)) {
    log.warn('An auth request refers to what is gone', { constraint: error.constraint });
    return userNotFound();
  }
  // Two accounts took the same address at the same moment, after both had found it free.
  if (isUniqueViolation(error) && error.constraint === 'users_email_key') return emailExists();
  // A program chose the id of another account for a new one.
  if (isUniqueViolation(error) && error.constraint === 'users_pkey') return userExists();
  if ('code' in error && /^22/.test(String(error.code))) return invalidCredentials();
  log.error('An auth request failed', { error });
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again');
}

const isDate = (text: string) => z.iso.date().safeParse(text).success;

/** Errors in the format of the API version (a date) that the client requests; the oldest format if the version is invalid. */
export function answerError({ status, code, message, extra }: AuthError, c: Context) {
  const { retryAfter, ...details } = extra;
  const requested = c.req.header(versionHeader) ?? '';
  const isNew = isDate(requested) && requested >= apiVersion;
  c.header('Cache-Control', 'no-store');
  c.header('x-sb-error-code', code);
  // The rest of a body that is too large isn't read, so the connection can't be reused.
  if (status === 413) c.header('Connection', 'close');
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  if (isNew) c.header(versionHeader, apiVersion);
  const body = isNew
    ? { code, message, ...details }
    : { code: status, error_code: code, msg: message, ...details };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...Object.fromEntries(c.res.headers), 'content-type': 'application/json' },
  });
}
