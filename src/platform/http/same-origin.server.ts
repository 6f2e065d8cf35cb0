import type { MiddlewareHandler } from 'hono';
import { AppError } from '../errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that a page of another origin has started. Tokens are sent in headers, so such a page could do little anyway.
 * Browsers name the origin in two headers, of which older ones and proxies may lose one; either is enough to refuse. Programs send neither.
 * @param publicUrl where visitors reach the site; its own pages may also be open at another name, which is then in `Host`, or behind
 * a trusted proxy in `X-Forwarded-Host`.
 * @param isOpen whether pages of all origins may write to a path.
 */
export function refuseOtherOrigins(
  publicUrl: string,
  trustProxy: boolean,
  isOpen: (path: string) => boolean,
): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async (c, next) => {
    if (!reading.has(c.req.method) && !isOpen(c.req.path)) {
      const origin = c.req.header('origin');
      const names = [c.req.header('host'), trustProxy ? c.req.header('x-forwarded-host') : undefined];
      const isOwn = origin === undefined || origin === own || names.includes(hostOf(origin) ?? '');
      if (!isOwn || c.req.header('sec-fetch-site') === 'cross-site')
        throw new AppError('forbidden', 'Requests from other sites are not allowed.');
    }
    await next();
  };
}

/** `null`, the origin of sandboxed pages, has none. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
