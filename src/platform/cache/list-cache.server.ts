import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { DatabaseEvents } from '../database/database-events.server.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { currentRequest } from '../observability/request-context.server.ts';
import { type CachedResponse, sendReady, sizeOf, toReady } from './cached-response.server.ts';

const compress = promisify(gzip);
/** Views and votes in a list may be this old; any other change shows at once. */
const freshMilliseconds = 1_000;
const cacheBytes = 16 * 1_048_576;
const longestAddress = 500;

type List = { answer: CachedResponse; version: number; madeAt: number };

/** Lists as visitors get them, ready to send. */
export type ListCache = ReturnType<typeof createListCache>;

/** @param paths the addresses of the lists */
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

  /** What the API answers a visitor, with the headers that it sends anyway. */
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
    /** Whether a request can be answered from here at all: a visitor's, for the beginning of a list. */
    knows: ({ method, url, headers }: IncomingMessage): boolean =>
      method === 'GET' &&
      url !== undefined &&
      headers.authorization === undefined &&
      lists.has(url) &&
      find(url) !== undefined,

    /** Answers a request that `knows` said yes to. @returns false where the list has changed meanwhile */
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

    /** Keeps what is answered, and makes those wait who ask for the same meanwhile. */
    middleware: (async (c, next) => {
      const url = new URL(c.req.url);
      const address = url.pathname + url.search;
      if (c.req.method !== 'GET' || c.req.header('authorization') !== undefined || !isList(address))
        return next();
      // Who has been told that a change is made must not get an answer that was begun before it.
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
