import type { MiddlewareHandler } from 'hono';

const allowed =
  'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name';
const exposed = 'WWW-Authenticate, RateLimit, RateLimit-Policy, Retry-After';

/**
 * For paths that pages of any origin may call: callers authenticate with a token in a header, and cookies aren't used,
 * so the page's origin doesn't matter.
 */
export const openToAllOrigins: MiddlewareHandler = async (c, next) => {
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', exposed);
  if (c.req.method !== 'OPTIONS') return next();
  c.header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  c.header(
    'Access-Control-Allow-Headers',
    c.req.header('access-control-request-headers')?.replaceAll(/[^\w, -]/g, '') ?? allowed,
  );
  c.header('Access-Control-Max-Age', '86400');
  return c.body(null, 204);
};
