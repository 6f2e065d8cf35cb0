import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { acceptsGzip } from './encodings.server.ts';

/** Characters below which the headers would cost more than is saved. */
const smallest = 1_024;
/** Characters up to which compressing takes less time than handing it to another thread. */
const quick = 65_536;
/** The fastest level: texts of a list become a quarter of their size either way. */
const options = { level: 1 };
const compress = promisify(gzip);

/** Compresses JSON answers for those who accept it. Streams, which say their length, go out as they are. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
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
