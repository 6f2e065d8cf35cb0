import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createGuardedFetch, isPublicAddress, PrivateAddressError } from './guarded-fetch.server.ts';

test('only addresses in public networks count as public', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
    '64:ff9b::808:808',
    '64:ff9b::8.8.8.8',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  for (const address of [
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.168.1.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
    ],
    ...[
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::',
      '64:ff9b::1',
      '64:ff9b:1::808:808',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      'fc00::1',
      'fe80::1',
    ],
    ...['ff02::1', 'example.com', ''],
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test('a host name is looked up once, and refused if one of its addresses is private', async () => {
  const answers = [[{ address: '93.184.215.14', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
  let asked = 0;
  const rebinding = createGuardedFetch([], (_host, _options, done) => done(null, answers[asked++] ?? []));
  const controller = new AbortController();
  // It connects to the address that was checked, without looking up the name again a moment later.
  const first = rebinding('http://rebinding.example/', { signal: controller.signal });
  await expect.poll(() => asked).toBe(1);
  controller.abort();
  await expect(first).rejects.not.toBeInstanceOf(PrivateAddressError);
  expect(asked).toBe(1);
  await expect(rebinding('http://rebinding.example/', {})).rejects.toBeInstanceOf(PrivateAddressError);
  const mixed = createGuardedFetch([], (_host, _options, done) =>
    done(null, [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]),
  );
  await expect(mixed('https://mixed.example/', {})).rejects.toBeInstanceOf(PrivateAddressError);
});

test("this machine can't be reached by any name unless the operator allows it", async () => {
  const server = createServer((_request, response) => response.writeHead(302, { location: '/x' }).end());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const guarded = createGuardedFetch([]);
  for (const host of ['localhost', '127.0.0.1', '0x7f000001', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
    await expect(guarded(`http://${host}:${port}/`, {}), host).rejects.toBeInstanceOf(PrivateAddressError);
  const trusting = createGuardedFetch(['localhost']);
  const answer = await trusting(`http://localhost:${port}/`, {});
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/x']);
  await expect(trusting(`http://127.0.0.1:${port}/`, {})).rejects.toBeInstanceOf(PrivateAddressError);
  server.close();
});

test('an answer that switches the protocol or breaks off fails instead of waiting forever', async () => {
  const server = createServer((request) => {
    if (request.url === '/upgrade')
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const trusting = createGuardedFetch(['localhost']);
  for (const path of ['upgrade', 'closed'])
    await expect(trusting(`http://localhost:${port}/${path}`, {}), path).rejects.toThrow();
  server.close();
});
