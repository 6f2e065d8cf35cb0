import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign automatically, so that nobody else gets it before it is used. */
const range = { from: 10_000, to: 32_000 };

/** A port that isn't in use. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
