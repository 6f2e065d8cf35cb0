import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign automatically, and different in each worker, so that nobody else gets it before it is used. */
const perWorker = 2_000;
const first = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 11) * perWorker;

/** A port that isn't in use. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * perWorker);
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
