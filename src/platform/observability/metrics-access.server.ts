import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bearerToken } from '../bearer-token.ts';

const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];
const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A browser tricked into requesting this by another name sends that name (DNS rebinding). */
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read the metrics: with METRICS_TOKEN as its bearer token, or directly from this machine,
 * without a proxy.
 */
export function canReadMetrics({ socket, headers }: IncomingMessage, token: string | undefined): boolean {
  const given = bearerToken(headers.authorization);
  if (given !== undefined) return token !== undefined && timingSafeEqual(digest(given), digest(token));
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    localName.test(headers.host ?? '') &&
    forwarding.every((name) => headers[name] === undefined)
  );
}
