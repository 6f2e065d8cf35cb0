import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { acceptsGzip } from './encodings.server.ts';

/** Below this many characters, the headers would cost more than compression saves. */
const smallest = 1_024;
/** Up to this many characters, compressing takes less time than handing the work to another thread. */
const quick = 65_536;
/** The fastest level: lists are compressed to about a quarter of their size at any level. */
const options = { level: 1 };
const compress = promisify(gzip);

/**
 * Compresses JSON responses for clients that accept it. Responses that state their length, such as streams, are sent
 * uncompressed.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.status === 304) return;
  const { headers } = c.res;
  if (!headers.get('content-type')?.startsWith('application/json') || headers.has('content-length')) return;
  headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(c.req.header('accept-encoding'))) return;
  const text = await c.res.text();
  if (text.length < smallest) {
    c.res = new Response(text, { status: c.res.status, headers });
    return;
  }
  headers.set('Content-Encoding', 'gzip');
  const body = text.length < quick ? gzipSync(text, options) : await compress(text, options);
  c.res = new Response(body, { status: c.res.status, headers });
};
