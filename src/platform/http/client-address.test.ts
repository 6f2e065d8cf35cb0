import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { observe } from '../cache/observe.server.ts';
import { currentRequest } from '../observability/request-context.server.ts';
import { clientAddress } from './client-address.server.ts';

/** The address of a request for the rate limits, and for the share of waiting pages. */
async function addressesOf(trustProxy: boolean, forwarded?: string) {
  const { ask, stop } = await startServer(trustProxy);
  const addresses = await ask(forwarded === undefined ? [] : [['x-forwarded-for', forwarded]]);
  stop();
  return addresses;
}

async function startServer(trustProxy: boolean) {
  const app = new Hono();
  app.get('/', (c) => c.json([currentRequest()?.client, clientAddress(trustProxy)(c)]));
  const serve = getRequestListener(app.fetch);
  const warn = vi.fn();
  const proxyIgnored = vi.fn();
  const server = createServer(
    observe({
      serve,
      lists: { knows: () => false, serve: async () => false },
      metrics: { observe: () => undefined, proxyIgnored } as never,
      accessLog: { isOn: false } as never,
      log: { warn } as never,
      trustProxy,
      rateLimits: true,
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    warn,
    proxyIgnored,
    ask: async (headers: [string, string][]) =>
      (await fetch(`http://127.0.0.1:${port}/`, { headers })).json(),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each([
  [true, '203.0.113.7', '203.0.113.7'],
  [true, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [true, '203.0.113.7:50123', '203.0.113.7'],
  [true, '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  [true, '', '127.0.0.1'],
  [true, undefined, '127.0.0.1'],
  // Without a trusted proxy, anyone can send the header.
  [false, '203.0.113.7', '127.0.0.1'],
])(
  'behind a proxy: %s; forwarded for %j, a request is from %s for every limit',
  async (trusts, forwarded, address) => {
    expect(await addressesOf(trusts, forwarded)).toEqual([address, address]);
  },
);

test.each(['x-forwarded-for', 'x-forwarded-proto'])(
  'an untrusted proxy is reported once, recognized by its %s',
  async (header) => {
    const { ask, stop, warn, proxyIgnored } = await startServer(false);
    await ask([]);
    expect(warn).not.toHaveBeenCalled();
    for (let time = 0; time < 3; time += 1) await ask([[header, 'https']]);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'A proxy is in front, but TRUST_PROXY is not true: all visitors share one address and its limits',
    );
    expect(proxyIgnored).toHaveBeenCalledOnce();
    stop();
  },
);

test('a trusted proxy causes no warning', async () => {
  const { ask, stop, warn } = await startServer(true);
  await ask([['x-forwarded-for', '203.0.113.7']]);
  expect(warn).not.toHaveBeenCalled();
  stop();
});
