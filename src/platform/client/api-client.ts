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
 * Why the API refused, in words for people and as a stable code: 'unnamed' where a refusal has words alone, 'intermediary' where what stands
 * in between refused, such as a proxy.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: Code;

  readonly statusText: string;

  /** What the server itself gave as its reason; undefined where it gave none, or was not reached. */
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

/** Whether a request that failed may have been carried out all the same: it was sent, and its answer was lost. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

type TokenSource = {
  accessToken(): Promise<string | undefined>;
  /** Another token of the same member for one that was refused; undefined without one. Rejects while the server cannot tell. */
  renewedToken(refused: string): Promise<string | undefined>;
  /** The token was refused, and so was another one, or there is none. */
  sessionEnded(refused: string): void;
};
const noToken = async () => undefined;
let tokens: TokenSource = { accessToken: noToken, renewedToken: noToken, sessionEnded: () => undefined };

/** Tells the client where access tokens come from. */
export function takeTokensFrom(source: TokenSource) {
  tokens = source;
}

type AskOwner = () => Promise<boolean>;
let askOwner: AskOwner | undefined;

/** Tells the client who asks for the proof that some requests need: whoever is signed in proves who they are, or does not. */
export function askOwnersBy(ask: AskOwner | undefined) {
  askOwner = ask;
}

/** Buffers the whole body; an unread body would occupy the connection. */
async function readWhole(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const body = await response.arrayBuffer();
  // What the API answers without a body is a 204.
  if (response.status === 200 && body.byteLength === 0) throw unreachable();
  // 204 is allowed no body, not even an empty one.
  return new Response(body.byteLength > 0 ? body : null, response);
}

const send = (input: RequestInfo | URL, init?: RequestInit) => sendFor(readWhole, input, init);

const unreachable = (status = 0, statusText = '') =>
  new ApiError(status, 'unreachable', unreachableWords(), statusText);

/** Those of a proxy that does not reach the site. The site's own answers with them say why. */
const gatewayStatuses = new Set([502, 503, 504]);

type Refusal = { error?: string; code?: ErrorCode };

/** What a refusal says. Only its words are promised by every endpoint: a function's need no code. */
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
  // The API never answers a page: what stands in between does, such as the log-in page of a hotel's network.
  if ((ok || status >= 500) && response.headers.get('content-type')?.startsWith('text/html'))
    throw unreachable(ok ? 0 : status, response.statusText);
  if (ok) return response;
  const body: Refusal = await response.json().catch(() => ({}));
  if (body.code === 'invalid_token' && token) {
    // By a clock that is wrong, a token that has run out looks as if it lasted.
    const next = renewed
      ? undefined
      : await tokens.renewedToken(token).catch(() => Promise.reject(unreachable()));
    if (next) return sendFor(read, input, init, next);
    tokens.sessionEnded(token);
  }
  if (body.code === 'reauthentication_needed' && (await askOwner?.())) return sendFor(read, input, init);
  throw refused(response, body);
}

/** A function says in `error` what went wrong, whatever its status. */
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

/** The clients' types, made from the server's own routes. `src/api-types.ts` fills this in, so that this file needs no route. */
export interface ServerClients {
  [filledIn]?: never;
}
type ClientOf<Name extends string> = ServerClients extends Record<Name, infer Client> ? Client : never;

const client = (path: string, fetch: typeof send): unknown => hc(path, { fetch });

/** The data API. Every call that fails throws an ApiError. */
export const api = client('/api/v1', send) as ClientOf<'api'>;

/** The same for answers that are read as they come. Whoever takes one reads it to its end, or aborts it. */
export const streamingApi = hc('/api/v1', {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => sendFor(fetch, input, init),
}) as unknown as ClientOf<'api'>;

/** The functions. Every call that fails throws an ApiError. */
export const functions = client('/functions/v1', sendToFunction) as ClientOf<'functions'>;

/** The server's reason for refusing, or `otherwise` where it gave none. */
export const reasonOr = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError ? error.reason : undefined) ?? otherwise;

/** That the session has ended, which is why the page leads to the sign-in; `otherwise` for any other failure. */
export const endOfSessionOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code === 'invalid_token' ? error.message : otherwise;
