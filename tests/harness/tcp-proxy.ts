import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** Where a connection string leads to, and the same one through another address. */
export function databaseAddress(connectionString: string) {
  const { host, port, user, password, database } = new pg.Client({ connectionString });
  const account = [user, password].map((part) => encodeURIComponent(String(part ?? ''))).join(':');
  return {
    target: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    through: (address: string) => `postgres://${account}@${address}/${database}`,
  };
}

/**
 * Stands between a site and its PostgreSQL, so that a test can take the database away and give it back. The server
 * itself goes on running: what a test changes there meanwhile is what another process has changed.
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
    /** From now on nobody gets a new connection; those that are open stay. */
    refuse() {
      isOpen = false;
    },
    /** The database is gone: every connection breaks and none is made. */
    cut() {
      isOpen = false;
      for (const socket of pairs) socket.destroy();
    },
    /** Every connection stays open and nothing comes through, as when a network drops all packets. */
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
