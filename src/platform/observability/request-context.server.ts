import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is known of the request that is being answered. */
export type RequestContext = {
  id: string;
  /** The pattern of its address, once it is known: `/api/v1/prompts/:slug`. */
  route?: string;
  /** The client's address, as rate limits know it; none where they are off. */
  client?: string;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** The request that the running code works for; undefined in jobs and at the start. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

const processName = randomBytes(6).toString('base64url');
let count = 0;

/** An id for a request: a trusted proxy's, so that its log and ours can be laid side by side, else one of our own. */
export function requestIdOf(request: IncomingMessage, trustProxy: boolean): string {
  const given = trustProxy ? request.headers['x-request-id'] : undefined;
  if (typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given)) return given;
  count += 1;
  return `${processName}-${count.toString(36)}`;
}
