import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ContentEvents } from './content-events.server.ts';
import { securityHeaders } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** View and vote counts on public pages may be this old; everything else is new at once. */
const freshMilliseconds = 60_000;
const cacheBytes = 64 * 1_048_576;

type Page = {
  status: number;
  headers: Record<string, string>;
  /** Body and headers, ready-made for each encoding. */
  forms: Record<Encoding, { headers: Record<string, string>; body: Buffer<ArrayBuffer> }>;
  version: number;
  madeAt: number;
};
type Encoding = 'br' | 'gzip' | 'identity';

/** Whole pages, the same for every visitor, ready-made in each encoding. */
export type PageCache = {
  /** The page for a GET or HEAD request: from memory, or rendered once for all who wait. */
  respond(request: Request): Promise<Response>;
  /** Writes a page that lies ready straight to the connection; false where there is none. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
};

/** Path and query of a URL, with one slash in front. */
export function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}

/** @param render makes the page of an address (path and query) as a first-time visitor sees it. */
export function createPageCache(
  render: (address: string) => Promise<Response>,
  contentEvents: ContentEvents,
): PageCache {
  const pages = new LRUCache<string, Page>({
    maxSize: cacheBytes,
    sizeCalculation: ({ forms }, key) =>
      key.length + forms.identity.body.length + forms.gzip.body.length + forms.br.body.length,
  });
  const underWay = new Map<string, Promise<Page>>();
  let version = 0;
  contentEvents.onContentChange(() => {
    version += 1;
  });

  /** Renders the page once for everybody who asks for it between two changes of the content. */
  function make(key: string): Promise<Page> {
    const name = `${version} ${key}`;
    const known = underWay.get(name);
    if (known) return known;
    const madeFor = version;
    const making = render(key)
      .then((response) => prepare(response, madeFor))
      .then((page) => {
        if (contentEvents.live && madeFor === version && page.status === 200) pages.set(key, page);
        return page;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, making);
    return making;
  }

  /** A page that is true still. An old one is sent at once, and made anew for the next visitor. */
  function find(key: string): Page | undefined {
    const known = contentEvents.live ? pages.get(key) : undefined;
    if (known?.version !== version) return undefined;
    if (Date.now() - known.madeAt > freshMilliseconds) make(key).catch(() => undefined);
    return known;
  }

  return {
    async respond(request) {
      const key = addressOf(request.url);
      const page = find(key) ?? (await make(key));
      const { status, headers, body } = choose(
        page,
        request.headers.get('accept-encoding'),
        request.headers.get('if-none-match'),
      );
      return new Response(body, { status, headers });
    },
    serve(request, response) {
      if (request.method !== 'GET' || request.url === undefined) return false;
      const page = find(request.url);
      if (!page) return false;
      const { 'accept-encoding': accepted, 'if-none-match': asked } = request.headers;
      const { status, headers, body } = choose(page, accepted, asked);
      response.writeHead(status, headers);
      response.end(body ?? undefined);
      return true;
    },
  };
}

async function prepare(response: Response, version: number): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = { ...securityHeaders, ...Object.fromEntries(response.headers) };
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  const [zipped, brotlied] = await Promise.all([
    gzipped(identity, { level: 7 }),
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ]);
  // Weak: the same page in three encodings.
  headers.etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  headers.vary = 'Accept-Encoding';
  headers['cache-control'] = response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store';
  if (isHtml)
    headers['content-security-policy'] = contentSecurityPolicy(inlineScriptHashes(identity.toString('utf8')));
  const form = (body: Buffer<ArrayBuffer>, encoding?: string) => ({
    body,
    headers: {
      ...headers,
      ...(encoding ? { 'content-encoding': encoding } : {}),
      'content-length': String(body.length),
    },
  });
  const forms = { identity: form(identity), gzip: form(zipped, 'gzip'), br: form(brotlied, 'br') };
  return { status: response.status, headers, forms, version, madeAt: Date.now() };
}

/** The pages' own inline scripts, and no others, may run. */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
  return [...new Set([...scripts].map((match) => hash(match[1] ?? '')))];
}

function contentSecurityPolicy(scriptHashes: string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    'frame-src https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com',
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Chosen = { status: number; headers: Record<string, string>; body: Buffer<ArrayBuffer> | null };

/** The page in the form that was asked for, or 304 where the asker has it. */
function choose(page: Page, accepted: string | null | undefined, asked: string | null | undefined): Chosen {
  if (page.status === 200 && asked && isKnown(page.headers.etag, asked)) {
    return { status: 304, headers: page.headers, body: null };
  }
  return { status: page.status, ...page.forms[chooseEncoding(accepted)] };
}

const bare = (tag: string) => tag.trim().replace(/^W\//, '');
function isKnown(etag: string | undefined, asked: string): boolean {
  return etag !== undefined && asked.split(',').some((tag) => bare(tag) === bare(etag));
}

function chooseEncoding(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
