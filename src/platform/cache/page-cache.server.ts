import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Locale } from '#constants';
import type { DatabaseEvents } from '../database/database-events.server.ts';
import { AppError } from '../errors.ts';
import { contentPolicy } from '../http/content-policy.server.ts';
import { requestIdPlace } from '../http/request-id-place.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { chooseLocale } from '../language/choose-locale.server.ts';
import type { CacheFigures } from '../observability/metrics.server.ts';
import { currentRequest } from '../observability/request-context.server.ts';
import { pageParameters, pagesWithoutParameters } from '../pages/page-parameters.ts';
import * as m from '../words/messages.ts';
import {
  type CachedResponse,
  chooseVariant,
  compressAll,
  etagOf,
  headersOf,
  sendReady,
  sizeOf,
  toReady,
} from './cached-response.server.ts';

/** View and vote counts on public pages may be this stale; any other change shows immediately. */
const freshMilliseconds = 60_000;
const cacheBytes = 64 * 1_048_576;

type Page = {
  answer: CachedResponse;
  /** The pattern of its route. */
  route: string;
  version: number;
  /** Milliseconds of a monotonic clock. */
  renderedAt: number;
};

/** Caches whole pages, which are the same for every visitor, ready to send in each encoding. */
export type PageCache = {
  /** Answers a GET or HEAD request from memory, or renders the page once for all requests waiting for it. */
  respond(request: Request): Promise<Response>;
  /**
   * Writes a cached page directly to the connection, with the request's id.
   * @returns its status and route pattern; undefined if the page isn't cached
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): { status: number; route: string } | undefined;
  figures(): CacheFigures;
};

/** How many pages are rendered at once, and how many may wait, in total and per client, before more are turned away. */
const renderLimits = { atOnce: 16, waiting: 500, perClient: 30 };

/** The page's path with the query parameters that pages read, sorted. */
function pageOf(address: string): string {
  const start = address.indexOf('?');
  if (start < 0) return address;
  const path = address.slice(0, start);
  if (pagesWithoutParameters.has(path)) return path;
  const query = [...new URLSearchParams(address.slice(start))].filter(([name]) => pageParameters.has(name));
  query.sort(([a], [b]) => (a < b ? -1 : 1));
  return path + (query.length > 0 ? `?${new URLSearchParams(query)}` : '');
}

/** Each language is cached separately. */
const keyOf = (address: string, locale: Locale) => `${locale} ${address}`;

/** The path and query of a URL, with a single leading slash. */
export function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}

/** @param render renders the page at a path with its query, in a language, as a first-time visitor sees it */
export function createPageCache(
  render: (address: string, locale: Locale) => Promise<Response>,
  databaseEvents: Pick<DatabaseEvents, 'live' | 'onContentChange'>,
  routeOf: (address: string) => string = (address) => address,
): PageCache {
  const pages = new LRUCache<string, Page>({
    maxSize: cacheBytes,
    sizeCalculation: ({ answer }, key) => key.length + sizeOf(answer),
  });
  const pending = new Map<string, Promise<Page>>();
  let version = 0;
  let hits = 0;
  let misses = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
  });

  const queue: { client: string | undefined; begin: () => void }[] = [];
  let rendering = 0;
  /** Renders a page when it is its turn. @throws AppError 503 unavailable if too many pages are waiting */
  async function renderInTurn(address: string, locale: Locale): Promise<Response> {
    if (rendering >= renderLimits.atOnce) {
      const client = currentRequest()?.client;
      const own = client === undefined ? 0 : queue.filter((waiting) => waiting.client === client).length;
      if (queue.length >= renderLimits.waiting || own >= renderLimits.perClient)
        throw new AppError('unavailable', m.refused_busy(), {
          retryAfterSeconds: 2,
        });
      await new Promise<void>((begin) => queue.push({ client, begin }));
    } else rendering += 1;
    try {
      return await render(address, locale);
    } finally {
      // Hand this slot to the next one.
      const next = queue.shift();
      if (next) next.begin();
      else rendering -= 1;
    }
  }

  /** Renders a page once for all requests that arrive between two content changes. */
  function renderOnce(address: string, locale: Locale): Promise<Page> {
    const key = keyOf(address, locale);
    const name = `${version} ${key}`;
    const existing = pending.get(name);
    if (existing) return existing;
    const startVersion = version;
    const page = renderInTurn(address, locale)
      .then((response) => prepare(response, { version: startVersion, route: routeOf(address), locale }))
      .then((page) => {
        if (databaseEvents.live && startVersion === version && page.answer.status === 200)
          pages.set(key, page);
        return page;
      })
      .finally(() => pending.delete(name));
    pending.set(name, page);
    return page;
  }

  /** A cached page that is still valid. A stale one is sent immediately, and rendered again for later visitors. */
  function find(address: string, locale: Locale): Page | undefined {
    const page = databaseEvents.live ? pages.get(keyOf(address, locale)) : undefined;
    if (page?.version !== version) return undefined;
    if (performance.now() - page.renderedAt > freshMilliseconds)
      renderOnce(address, locale).catch(() => undefined);
    return page;
  }

  return {
    async respond(request) {
      const address = pageOf(addressOf(request.url));
      const locale = chooseLocale(request.headers.get('cookie'), request.headers.get('accept-language'));
      const found = find(address, locale);
      if (found) hits += 1;
      else misses += 1;
      const page = found ?? (await renderOnce(address, locale));
      const asked = currentRequest();
      if (asked) asked.route = page.route;
      if (asked && page.answer.status >= 500) return withRequestId(page, asked.id);
      const { headers } = request;
      const { status, variant } = chooseVariant(
        page.answer,
        headers.get('accept-encoding'),
        headers.get('if-none-match'),
      );
      return new Response(variant.body ? new Uint8Array(variant.body) : null, {
        status,
        headers: headersOf(variant),
      });
    },
    serve(request, response, requestId) {
      if (request.method !== 'GET' || request.url === undefined) return undefined;
      const { headers } = request;
      const locale = chooseLocale(headers.cookie, headers['accept-language']);
      const page = find(pageOf(request.url), locale);
      if (!page) return undefined;
      hits += 1;
      return { status: sendReady(page.answer, headers, response, requestId), route: page.route };
    },
    figures: () => ({
      hits,
      misses,
      pages: pages.size,
      bytes: pages.calculatedSize,
      rendering,
      waiting: queue.length,
    }),
  };
}

type Made = Pick<Page, 'version' | 'route'> & { locale: Locale };

async function prepare(response: Response, { version, route, locale }: Made): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = { ...securityHeaders, ...Object.fromEntries(response.headers) };
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  headers.etag = etagOf(identity);
  headers.vary = 'Accept-Encoding, Accept-Language, Cookie';
  if (isHtml) headers['content-language'] = locale;
  headers['cache-control'] = response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store';
  // Pages that have inline scripts set a policy that allows them.
  if (isHtml) headers['content-security-policy'] ??= contentPolicy([]);
  const answer = toReady(response.status, headers, await compressAll(identity));
  return { answer, route, version, renderedAt: performance.now() };
}

/** An error page with the request's id, so that visitors can report it. */
function withRequestId({ answer: { status, variants } }: Page, id: string): Response {
  const { etag: _, vary: _vary, 'content-length': _length, ...headers } = headersOf(variants.identity);
  const html = String(variants.identity.body).replaceAll(requestIdPlace, `Request: ${id}`);
  return new Response(html, { status, headers });
}
