import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** The address of a connection string, and the same string with another address. */
export function databaseAddress(connectionString: string) {
  const { host, port, user, password, database } = new pg.Client({ connectionString });
  const account = [user, password].map((part) => encodeURIComponent(String(part ?? ''))).join(':');
  return {
    target: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    through: (address: string) => `postgres://${account}@${address}/${database}`,
  };
}

/**
 * A proxy between a site and its PostgreSQL, with which a test can take the database away and give it back. The server itself keeps
 * running: changes that a test makes there are like those of another process.
 */
export async function startDatabaseProxy(connectionString: string) {
  const { target, through } = databaseAddress(connectionString);
  const pairs = new Set<Socket>();
  const waiting = new Set<Socket>();
  let isOpen = true;
  let isSilent = false;

  const server = createServer((socket) => {
    if (!isOpen) return socket.destroy();
    if (isSilent) return waiting.add(socket.pause().on('error', () => undefined));
    const upstream = connect(target);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      pairs.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    connectionString: through(address),
    /** Refuses new connections from now on; open ones stay. */
    refuse() {
      isOpen = false;
    },
    /** Breaks every connection and refuses new ones, as if the database were gone. */
    cut() {
      isOpen = false;
      for (const socket of pairs) socket.destroy();
    },
    /** Keeps every connection open, but passes nothing on, like a network that drops all packets. */
    silence() {
      isSilent = true;
      for (const socket of pairs) socket.unpipe().pause();
    },
    restore() {
      isOpen = true;
      isSilent = false;
      for (const socket of waiting) socket.destroy();
      waiting.clear();
      for (const socket of pairs) if (socket.isPaused()) socket.destroy();
    },
    async stop() {
      for (const socket of pairs) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
