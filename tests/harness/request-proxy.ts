import { type AddressInfo, connect, createServer, type NetConnectOpts } from 'node:net';

/**
 * A proxy between a process and a server that it calls. `onRequest` sees each chunk that the process sends before the server does, and
 * returns true to forward it.
 */
export async function startRequestProxy(target: NetConnectOpts, onRequest: (piece: Buffer) => boolean) {
  const server = createServer((socket) => {
    const upstream = connect(target);
    socket.on('data', (piece) => {
      if (onRequest(piece)) upstream.write(piece);
    });
    upstream.pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroySoon());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
