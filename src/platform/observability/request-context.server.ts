import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Information about the current request. */
export type RequestContext = {
  id: string;
  method: string;
  /** The pattern of its route, once known: `/api/v1/prompts/:slug`. */
  route?: string;
  /** The client's address as used for rate limits; undefined if they are off. */
  client?: string;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** The request that the running code belongs to; undefined in jobs and during startup. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

const processName = randomBytes(6).toString('base64url');
let count = 0;

/** A request's id: from a trusted proxy, so that its log can be matched with ours, else a new one. */
export function requestIdOf(request: IncomingMessage, trustProxy: boolean): string {
  const given = trustProxy ? request.headers['x-request-id'] : undefined;
  if (typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given)) return given;
  count += 1;
  return `${processName}-${count.toString(36)}`;
}
