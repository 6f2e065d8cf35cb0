import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The address of the caller: the socket's, or behind a trusted proxy the one that this proxy has written last into
 * X-Forwarded-For. Anything before that is the caller's own invention.
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
