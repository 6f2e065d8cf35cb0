import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { observe } from '../cache/observe.server.ts';
import { currentRequest } from '../observability/request-context.server.ts';
import { clientAddress } from './client-address.server.ts';

/** What the share of waiting pages and the rate limits take for the address of a request. */
async function addressesOf(trustProxy: boolean, forwarded?: string) {
  const app = new Hono();
  app.get('/', (c) => c.json([currentRequest()?.client, clientAddress(trustProxy)(c)]));
  const serve = getRequestListener(app.fetch);
  const server = createServer(
    observe({
      serve,
      lists: { knows: () => false, serve: async () => false },
      metrics: { observe: () => undefined } as never,
      accessLog: { isOn: false } as never,
      trustProxy,
      rateLimits: true,
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = new Headers(forwarded === undefined ? [] : [['x-forwarded-for', forwarded]]);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
  const addresses = await answer.json();
  server.closeAllConnections();
  server.close();
  return addresses;
}

test.each([
  [true, '203.0.113.7', '203.0.113.7'],
  [true, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [true, '203.0.113.7:50123', '203.0.113.7'],
  [true, '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  [true, '', '127.0.0.1'],
  [true, undefined, '127.0.0.1'],
  // Anybody can send the header where no proxy replaces it.
  [false, '203.0.113.7', '127.0.0.1'],
])(
  'behind a proxy: %s; forwarded for %j, a request is from %s for every limit',
  async (trusts, forwarded, address) => {
    expect(await addressesOf(trusts, forwarded)).toEqual([address, address]);
  },
);
