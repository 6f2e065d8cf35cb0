import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves: nobody else is given it between now and its use. */
const range = { from: 10_000, to: 32_000 };

/** A port that nobody has. */
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
