import { hc } from 'hono/client';
import { locales } from '#constants';
import type { ErrorCode } from '../errors.ts';
import { languageHeader, locale } from '../language/locale.ts';
import * as m from '../words/messages.ts';
import { errorWords } from './error-words.ts';
import { discardPrefetched, takePrefetched } from './prefetched-responses.ts';
import { statusWords } from './status-words.ts';
import { unreachableWords } from './unreachable-words.ts';

type Code = ErrorCode | 'unnamed' | 'unreachable' | 'intermediary';

/**
 * A refused request, with a message for people and a stable code: 'unnamed' if the response only has a message,
 * 'intermediary' if it came from something in between, such as a proxy.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: Code;

  readonly statusText: string;

  /** The server's own reason; undefined if it gave none or couldn't be reached. */
  get reason(): string | undefined {
    return this.code === 'internal' || this.code === 'unreachable' ? undefined : this.message;
  }

  constructor(status: number, code: Code, message: string, statusText = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.statusText = statusText;
  }
}

/** Whether a request failed because there is no such thing. 422: the address can't be that of one. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && [404, 422].includes(error.status);

/** Whether a failed request may have been carried out anyway, because it was sent and only its response was lost. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

type TokenSource = {
  accessToken(): Promise<string | undefined>;
  /**
   * Another token for the same member, after one was refused; undefined if there is none. Rejects if the server can't
   * be reached.
   */
  renewedToken(refused: string): Promise<string | undefined>;
  /** Called when the token was refused, and there is no other or that was refused as well. */
  sessionEnded(refused: string): void;
};
const noToken = async () => undefined;
let tokens: TokenSource = { accessToken: noToken, renewedToken: noToken, sessionEnded: () => undefined };

/** Sets the source of access tokens. */
export function takeTokensFrom(source: TokenSource) {
  tokens = source;
}

type AskOwner = () => Promise<boolean>;
let askOwner: AskOwner | undefined;

/** Sets the function that asks members to confirm their identity, which some requests need. It resolves to whether they have. */
export function askOwnersBy(ask: AskOwner | undefined) {
  askOwner = ask;
}

/** Buffers the whole body; an unread body would occupy the connection. */
async function readWhole(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const body = await response.arrayBuffer();
  // An empty response of the API would be a 204.
  if (response.status === 200 && body.byteLength === 0) throw unreachable();
  // A 204 response must not have a body, not even an empty one.
  return new Response(body.byteLength > 0 ? body : null, response);
}

const send = (input: RequestInfo | URL, init?: RequestInit) => sendFor(readWhole, input, init);

const unreachable = (status = 0, statusText = '') =>
  new ApiError(status, 'unreachable', unreachableWords(), statusText);

/** Statuses of a proxy that can't reach the site. The site's own responses with these statuses state a reason. */
const gatewayStatuses = new Set([502, 503, 504]);

type Refusal = { error?: string; code?: ErrorCode };

/** The error of a refusal. All endpoints promise a message, but functions don't have to send a code. */
function refused({ status, statusText }: Response, { error, code }: Refusal): ApiError {
  const words = statusWords[status]?.();
  if (!error && words) return new ApiError(status, 'intermediary', words, statusText);
  if (!error && gatewayStatuses.has(status)) return unreachable(status, statusText);
  if (!error) return new ApiError(status, code ?? 'internal', m.something_went_wrong_try_again(), statusText);
  return new ApiError(status, code ?? 'unnamed', code ? errorWords(code, error) : error, statusText);
}

async function sendFor(
  read: typeof fetch,
  input: RequestInfo | URL,
  init?: RequestInit,
  renewed?: string,
): Promise<Response> {
  const headers = new Headers(init?.headers);
  const token = headers.has('authorization') ? undefined : (renewed ?? (await tokens.accessToken()));
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (locale() !== locales[0]) headers.set(languageHeader, locale());
  const isRead = (init?.method ?? 'GET') === 'GET';
  if (!isRead) discardPrefetched();
  const ahead = isRead ? await takePrefetched(input, token) : undefined;
  const response =
    ahead ??
    (await read(input, { ...init, headers }).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      throw unreachable();
    }));
  const { ok, status } = response;
  // The API never responds with a page, so this comes from something in between, such as the login page of a hotel network.
  if ((ok || status >= 500) && response.headers.get('content-type')?.startsWith('text/html'))
    throw unreachable(ok ? 0 : status, response.statusText);
  if (ok) return response;
  const body: Refusal = await response.json().catch(() => ({}));
  if (body.code === 'invalid_token' && token) {
    // If the device's clock is wrong, an expired token can look valid.
    const next = renewed
      ? undefined
      : await tokens.renewedToken(token).catch(() => Promise.reject(unreachable()));
    if (next) return sendFor(read, input, init, next);
    tokens.sessionEnded(token);
  }
  if (body.code === 'reauthentication_needed' && (await askOwner?.())) return sendFor(read, input, init);
  throw refused(response, body);
}

/** Functions report failures in `error`, whatever the status. */
async function sendToFunction(input: RequestInfo | URL, init?: RequestInit) {
  const response = await send(input, init);
  const answer: Refusal = await response
    .clone()
    .json()
    .catch(() => ({}));
  if (answer.error) throw refused(response, answer);
  return response;
}

declare const filledIn: unique symbol;

/**
 * The clients' types, derived from the server's routes. `src/api-types.ts` adds them, so that this file doesn't import
 * any routes.
 */
export interface ServerClients {
  [filledIn]?: never;
}
type ClientOf<Name extends string> = ServerClients extends Record<Name, infer Client> ? Client : never;

const client = (path: string, fetch: typeof send): unknown => hc(path, { fetch });

/** The data API. Every failed call throws an ApiError. */
export const api = client('/api/v1', send) as ClientOf<'api'>;

/** The same for streamed responses. Callers must read them to the end, or abort them. */
export const streamingApi = hc('/api/v1', {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => sendFor(fetch, input, init),
}) as unknown as ClientOf<'api'>;

/** The functions. Every failed call throws an ApiError. */
export const functions = client('/functions/v1', sendToFunction) as ClientOf<'functions'>;

/** The server's reason for refusing a request, or `otherwise` if it gave none. */
export const reasonOr = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError ? error.reason : undefined) ?? otherwise;

/**
 * The message that the session has ended, if that is why the request failed (the page then redirects to sign-in);
 * `otherwise` for any other failure.
 */
export const endOfSessionOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code === 'invalid_token' ? error.message : otherwise;
