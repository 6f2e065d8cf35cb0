import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Announcements } from './announcements.server.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** View and vote counts on public pages may be this old; everything else is new at once. */
const freshMilliseconds = 60_000;
const cacheBytes = 64 * 1_048_576;

type Page = {
  status: number;
  headers: Record<string, string>;
  identity: Buffer<ArrayBuffer>;
  gzip: Buffer<ArrayBuffer>;
  br: Buffer<ArrayBuffer>;
  version: number;
  madeAt: number;
};
type Encoding = 'br' | 'gzip' | 'identity';

/** Whole pages, the same for every visitor, ready-made in each encoding. */
export type PageCache = {
  /** The page for a GET or HEAD request: from memory, or rendered once for all who wait. */
  respond(request: Request): Promise<Response>;
};

/** Path and query of a URL, with one slash in front. */
export function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}

/** @param render makes the page of an address (path and query) as a first-time visitor sees it. */
export function createPageCache(
  render: (address: string) => Promise<Response>,
  announcements: Announcements,
): PageCache {
  const pages = new LRUCache<string, Page>({
    maxSize: cacheBytes,
    sizeCalculation: (page, key) => key.length + page.identity.length + page.gzip.length + page.br.length,
  });
  const underWay = new Map<string, Promise<Page>>();
  let version = 0;
  announcements.onContentChange(() => {
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
        if (announcements.live && madeFor === version && page.status === 200) pages.set(key, page);
        return page;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, making);
    return making;
  }

  return {
    async respond(request) {
      const key = addressOf(request.url);
      const known = announcements.live ? pages.get(key) : undefined;
      if (known && known.version === version) {
        // An old but true page is sent at once, and made anew for the next visitor.
        if (Date.now() - known.madeAt > freshMilliseconds) make(key).catch(() => undefined);
        return answer(known, request);
      }
      return answer(await make(key), request);
    },
  };
}

async function prepare(response: Response, version: number): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
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
  return {
    status: response.status,
    headers,
    identity,
    gzip: zipped,
    br: brotlied,
    version,
    madeAt: Date.now(),
  };
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

function answer(page: Page, request: Request): Response {
  if (page.status === 200 && isKnown(page.headers.etag, request.headers.get('if-none-match'))) {
    return new Response(null, { status: 304, headers: page.headers });
  }
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const headers = encoding === 'identity' ? page.headers : { ...page.headers, 'content-encoding': encoding };
  return new Response(page[encoding], { status: page.status, headers });
}

const bare = (tag: string) => tag.trim().replace(/^W\//, '');
function isKnown(etag: string | undefined, asked: string | null): boolean {
  return etag !== undefined && (asked?.split(',').some((tag) => bare(tag) === bare(etag)) ?? false);
}

function chooseEncoding(accepted: string | null): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
