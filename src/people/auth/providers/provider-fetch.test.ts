import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { PrivateAddressError } from '#platform/http/guarded-fetch.server.ts';
import { createProviderFetch } from './provider-fetch.server.ts';

test('providers are asked in public networks and where the operator says, and heard out to a limit', async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`);
    if (request.url === '/long') response.end('x'.repeat(1_000_001));
    else response.writeHead(302, { location: '/elsewhere' }).end('moved');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

  const careful = createProviderFetch([]);
  for (const host of ['localhost', '127.0.0.1', '[::1]', '169.254.169.254'])
    await expect(careful(`http://${host}:${port}/`, get), host).rejects.toBeInstanceOf(PrivateAddressError);
  expect(asked).toEqual([]);

  const trusting = createProviderFetch(['localhost']);
  const body = new URLSearchParams({ code: 'a b' });
  const answer = await trusting(`http://localhost:${port}/token`, { ...get, method: 'POST', body });
  expect([answer.status, await answer.text()]).toEqual([302, 'moved']);
  await expect(trusting(`http://localhost:${port}/long`, get)).rejects.toThrow('too much');
  expect(asked).toEqual(['POST /token code=a+b', 'GET /long ']);
  server.close();
});
