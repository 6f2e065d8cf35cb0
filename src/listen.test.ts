import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from './listen.server.ts';

test('a port that is closed twice, as by a site that fails while it starts, is closed once and without an error', async () => {
  const port = await listen({ HOST: '127.0.0.1', PORT: 0 });
  await Promise.all([port.close(), port.close()]);
  await port.close();
  const refused = new Promise((resolve) => {
    createConnection(port.port, '127.0.0.1').once('error', resolve).once('connect', resolve);
  });
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
});

test('an answer that nobody reads is given up, and one that has nothing to say stays', async () => {
  const port = await listen({ HOST: '127.0.0.1', PORT: 0 });
  port.answer((request, response) => {
    response.write(request.url === '/unread' ? Buffer.alloc(50_000_000) : 'first');
  });
  const open = async (path: string) => {
    const accepted = once(port.server, 'connection');
    const client = createConnection(port.port, '127.0.0.1').on('error', () => undefined);
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(client, 'readable');
    const [socket] = (await accepted) as [Socket];
    return { socket, client };
  };
  const [unread, quiet] = [await open('/unread'), await open('/quiet')];
  for (const { socket } of [unread, quiet]) {
    expect(socket.timeout).toBe(60_000);
    socket.emit('timeout');
  }
  expect([unread.socket.destroyed, quiet.socket.destroyed]).toEqual([true, false]);
  for (const { client } of [unread, quiet]) client.destroy();
  await port.close();
});
