import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

/** IPv4 ranges that aren't publicly reachable, from IANA's special-purpose registries (RFC 6890). */
const closed = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [net = '', bits] = range.split('/');
  closed.addSubnet(net, Number(bits), 'ipv4');
}
/**
 * The only IPv6 range that is assigned to networks. Within it, ranges that contain an IPv4 address or aren't reachable
 * are closed.
 */
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6');

/** Networks without IPv4 reach it through these addresses, whose last 32 bits are the IPv4 address (RFC 6052). */
const translated = new BlockList();
translated.addSubnet('64:ff9b::', 96, 'ipv6');

/** The IPv4 address at the end of an IPv6 address. */
function embeddedAddress(address: string): string {
  // URLs normalize it to groups of hexadecimal digits, with `::` for the longest run of zeros.
  const written = hostOf(new URL(`http://[${address}]`));
  const [high, low] = `${written.endsWith('::') ? `${written}0` : written}`.split(':').slice(-2);
  const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** Whether an IP address belongs to a public network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 6 && translated.check(address, 'ipv6')) return isPublicAddress(embeddedAddress(address));
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && handedOut.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** The site may not connect to this address. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
  constructor(host: string) {
    super(`${host} is in a private network, and PRIVATE_HOSTS does not name it`);
  }
}

type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The host of a URL as DNS and sockets expect it: IPv6 addresses without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/**
 * Whether a host is obviously in a private network, and not trusted by the operator. Other names are checked when they
 * are resolved for each connection.
 */
export function isClosedHost(host: string, openHosts: readonly string[]): boolean {
  if (openHosts.includes(host)) return false;
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host));
}

/** A lookup for sockets that fails unless all addresses of a name are public. */
export function createGuardedLookup(
  openHosts: readonly string[],
  lookup: Lookup = systemLookup,
): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
      if (!openHosts.includes(host) && !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddressError(host), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
}

/**
 * Fetches URLs that users have entered. The name is resolved once, all its addresses must be public, and the connection
 * uses one of them. Redirects are returned, not followed.
 * @param openHosts names that the operator trusts although they are in a private network
 */
export function createGuardedFetch(openHosts: readonly string[], lookup: Lookup = systemLookup) {
  const guardedLookup = createGuardedLookup(openHosts, lookup);
  return async (
    address: string | URL,
    {
      method = 'GET',
      headers,
      body,
      signal,
    }: Pick<RequestInit, 'method' | 'headers' | 'signal'> & { body?: string },
  ): Promise<Response> => {
    const url = new URL(address);
    const host = hostOf(url);
    // Sockets don't call `lookup` for IP addresses.
    if (isIP(host) && isClosedHost(host, openHosts)) throw new PrivateAddressError(host);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      // A new connection, so that it uses the address that was just resolved.
      agent: false,
      lookup: guardedLookup,
      ...(signal ? { signal } : {}),
    });
    sent
      .on('response', resolve)
      .on('error', reject)
      // The request didn't ask for another protocol, and waiting for the rest of such a response would never end.
      .on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error(`${host} changes the protocol`));
      })
      .on('close', () => reject(new Error(`${host} closed the connection`)))
      .end(body);
    const answer = await promise;
    const given = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const { statusCode: status = 502 } = answer;
    const isEmpty = [101, 204, 205, 304].includes(status) || method === 'HEAD';
    if (isEmpty) answer.resume();
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream), {
      status,
      headers: given,
    });
  };
}
export type GuardedFetch = ReturnType<typeof createGuardedFetch>;
