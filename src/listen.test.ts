import { createConnection } from 'node:net';
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
