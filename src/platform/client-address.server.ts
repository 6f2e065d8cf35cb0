import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The client's IP address: the socket's, or behind a trusted proxy the last one in X-Forwarded-For, which the proxy added.
 * Clients can forge everything before it.
 */
export const clientAddress =
  (trustProxy: boolean) =>
  (c: Context): string => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
    if (forwarded) return forwarded;
    try {
      return getConnInfo(c).remote.address ?? 'unknown';
    } catch {
      return 'unknown';
    }
  };
