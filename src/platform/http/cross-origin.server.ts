import type { MiddlewareHandler } from 'hono';

const allowed =
  'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name';
const exposed = 'WWW-Authenticate, RateLimit, RateLimit-Policy, Retry-After';

/**
 * For addresses that programs in pages of any origin may call: whoever asks proves it with a token in a header, and cookies play no part, so
 * the page's origin says nothing.
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
