import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { DatabaseEvents } from '../database/database-events.server.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { currentRequest } from '../observability/request-context.server.ts';
import { type CachedResponse, isAlreadyThere, sendReady, sizeOf, toReady } from './cached-response.server.ts';

const compress = promisify(gzip);
/** Views and votes in a list may be this stale; any other change shows immediately. */
const freshMilliseconds = 1_000;
const cacheBytes = 16 * 1_048_576;
const longestAddress = 500;

type List = { answer: CachedResponse; version: number; madeAt: number };

/** Caches lists as visitors get them, ready to send. */
export type ListCache = ReturnType<typeof createListCache>;

/** Answers `If-None-Match: *` as the cache does. */
export const answerUnchanged: MiddlewareHandler = async (c, next) => {
  await next();
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && c.res.status === 200 && isAlreadyThere(undefined, c.req.header('if-none-match')))
    c.res = new Response(null, { status: 304 });
};

/** @param paths the paths of the lists */
export function createListCache(
  databaseEvents: Pick<DatabaseEvents, 'isUpToDate' | 'live' | 'onContentChange'>,
  paths: readonly string[],
) {
  const lists = new LRUCache<string, List>({
    maxSize: cacheBytes,
    sizeCalculation: ({ answer }, key) => key.length + sizeOf(answer),
  });
  const pending = new Map<string, Promise<string | undefined>>();
  let version = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
  });

  const isList = (address: string) => {
    const end = address.indexOf('?');
    return (
      address.length <= longestAddress &&
      paths.includes(end < 0 ? address : address.slice(0, end)) &&
      !address.includes('cursor=')
    );
  };

  function find(address: string): List | undefined {
    const list = lists.get(address);
    const isFresh = list?.version === version && performance.now() - list.madeAt < freshMilliseconds;
    return isFresh ? list : undefined;
  }

  /** Caches the API's response for visitors, with the headers that are always sent. */
  async function keep(address: string, text: string, begun: { version: number; madeAt: number }) {
    const identity = Buffer.from(text);
    const headers = {
      ...securityHeaders,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
    };
    const small = identity.length < 1_024;
    const bodies = small ? { identity } : { identity, gzip: await compress(identity, { level: 4 }) };
    if (databaseEvents.live && begun.version === version)
      lists.set(address, { answer: toReady(200, headers, bodies), ...begun });
  }

  return {
    /** Whether a request can be served from this cache at all: a visitor's, for the first page of a list. */
    knows: ({ method, url, headers }: IncomingMessage): boolean =>
      method === 'GET' &&
      url !== undefined &&
      headers.authorization === undefined &&
      lists.has(url) &&
      find(url) !== undefined,

    /** Serves a request for which `knows` returned true. @returns false if the list isn't cached or has changed since */
    async serve(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<boolean> {
      const address = request.url ?? '';
      if (!(await databaseEvents.isUpToDate())) return false;
      const list = find(address);
      if (!list) return false;
      const asked = currentRequest();
      if (asked) asked.route = address.replace(/\?.*/, '');
      sendReady(list.answer, request.headers, response, requestId);
      return true;
    },

    /** Caches responses, and lets concurrent requests for the same list wait for the first one. */
    middleware: (async (c, next) => {
      const url = new URL(c.req.url);
      const address = url.pathname + url.search;
      if (c.req.method !== 'GET' || c.req.header('authorization') !== undefined || !isList(address))
        return next();
      // A client that knows of a completed change must not get a response that was started before it.
      const isShared = await databaseEvents.isUpToDate();
      const begun = { version, madeAt: performance.now() };
      const name = `${version} ${address}`;
      const answered = isShared ? await pending.get(name) : undefined;
      if (answered !== undefined)
        return c.body(answered, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      if (isShared) pending.set(name, promise);
      try {
        await next();
        if (c.res.status !== 200) return undefined;
        const text = await c.res.text();
        c.res = new Response(text, c.res);
        resolve(text);
        await keep(address, text, begun);
        return undefined;
      } finally {
        resolve(undefined);
        if (pending.get(name) === promise) pending.delete(name);
      }
    }) satisfies MiddlewareHandler,
  };
}
