import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import { sendEvent } from './send-event.server.ts';

const servers: Server[] = [];
let plain: string;
let secure: string;
beforeAll(async () => {
  const pem = (name: string) =>
    readFile(new URL(`../../../tests/mcp/localhost.${name}.pem`, import.meta.url));
  const answer: RequestListener = (request, response) => {
    const status = Number(request.url?.slice(1));
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end();
  };
  servers.push(
    createPlainServer(answer),
    createServer({ cert: await pem('cert'), key: await pem('key') }, answer),
  );
  const ports = servers.map(async (server) => {
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  });
  const [http, https] = await Promise.all(ports);
  plain = `http://localhost:${http}`;
  secure = `https://localhost:${https}`;
});
afterAll(() => {
  for (const server of servers) server.close();
});

const send = (url: string, openHosts: string[]) => sendEvent(createGuardedFetch(openHosts), url, {}, '{}');

test.each([
  [200, null],
  [204, null],
  [302, 'status'],
  [404, 'status'],
  [500, 'status'],
])('an answer with status %i is noted as %s', async (status, problem) => {
  expect(await send(`${plain}/${status}`, ['localhost'])).toMatchObject({ status, problem });
});

test('what kept an event from being sent is told apart', async () => {
  const problemOf = async (url: string, openHosts: string[] = ['localhost']) => {
    const { status, problem } = await send(url, openHosts);
    expect(status).toBeNull();
    return problem;
  };
  expect(await problemOf(`${plain}/200`, [])).toBe('private_address');
  expect(await problemOf('https://nobody.invalid/')).toBe('not_found');
  expect(await problemOf('http://localhost:1/')).toBe('refused');
  expect(await problemOf(`${secure}/200`)).toBe('tls');
});
