import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { isPublicAddress } from './guarded-fetch.server.ts';

/** Shared by all clients with an unknown address. */
const unknown = 'unknown';

/**
 * The client's IP address; for IPv6 the /64 network, which belongs to a single client. It is the socket's address or,
 * behind a trusted proxy, the last one in X-Forwarded-For, which that proxy added. Clients can forge all earlier ones.
 */
export const clientAddress =
  (trustProxy: boolean) =>
  (c: Context): string => {
    const forwarded = trustProxy ? lastOf(c.req.header('x-forwarded-for')) : undefined;
    if (forwarded) return networkOf(withoutPort(forwarded));
    try {
      return networkOf(getConnInfo(c).remote.address ?? unknown);
    } catch {
      return unknown;
    }
  };

/** The same for a request that hasn't reached a route yet. */
export function addressOfClient({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(String(headers['x-forwarded-for'] ?? '')) : undefined;
  return networkOf(forwarded ? withoutPort(forwarded) : (socket.remoteAddress ?? unknown));
}

/**
 * Whether a request was forwarded by a proxy in front of the site: it has forwarding headers and comes from a private
 * network, where normally only a proxy sets them.
 */
export const isPassedOn = ({ headers, socket }: IncomingMessage): boolean =>
  (headers['x-forwarded-for'] ?? headers['x-forwarded-proto']) !== undefined &&
  !isPublicAddress(withoutMapping(socket.remoteAddress ?? ''));

const lastOf = (forwarded = '') => forwarded.split(',').at(-1)?.trim();

/** Some proxies write `192.0.2.7:50123` and `[2001:db8::1]:50123`, but the port differs for every connection. */
const withoutPort = (text: string) =>
  /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text)?.slice(1).find(Boolean) ?? text;

const withoutMapping = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

function networkOf(address: string): string {
  const mapped = withoutMapping(address);
  if (!isIPv6(mapped)) return isIPv4(mapped) ? mapped : unknown;
  const [head = '', tail] = mapped.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const network = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
