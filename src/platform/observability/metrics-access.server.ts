import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];
const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A browser that was lured here by another name sends that name. */
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read the metrics: with METRICS_TOKEN as its bearer, or from this machine itself, without a proxy in between.
 */
export function canReadMetrics({ socket, headers }: IncomingMessage, token: string | undefined): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== undefined && timingSafeEqual(digest(given), digest(token));
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    localName.test(headers.host ?? '') &&
    forwarding.every((name) => headers[name] === undefined)
  );
}
