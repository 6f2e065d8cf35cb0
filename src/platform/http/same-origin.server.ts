import type { MiddlewareHandler } from 'hono';
import { AppError } from '../errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses write requests that come from a page of another origin. Tokens are sent in headers, so such a page could do
 * little anyway. Browsers state the origin in two headers; old ones and proxies may drop one of them, and either is
 * enough to refuse. Other programs send neither.
 * @param publicUrl the site's public URL. Its pages may also be open under another name, which is then in `Host` or,
 * behind a trusted proxy, in `X-Forwarded-Host`
 * @param isOpen whether pages of any origin may write to a path
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

/** `null`, the origin of sandboxed pages, has no host. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
