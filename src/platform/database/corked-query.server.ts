import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import pg from 'pg';

type Hold = { state: 'held' | 'sent' | 'discarded'; streams: Duplex[] };
const storage = new AsyncLocalStorage<Hold>();

export class CorkingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: `query` has a dozen overloads
  override query(config: any, ...rest: any[]): any {
    const hold = storage.getStore();
    if (hold?.state === 'discarded') throw new Error('The query was discarded.');
    if (hold?.state === 'held') {
      this.connection.stream.cork();
      hold.streams.push(this.connection.stream);
    }
    return super.query(config, ...rest);
  }
}

export type CorkedQuery = {
  answer: Promise<unknown>;
  /** When this returns, the operating system has the query, and sends it even if the process is killed. */
  send(): void;
  /** Never sends the query, and closes its connection. */
  discard(): void;
};

/**
 * Prepares a query whose bytes stay in this process until `send`, which then takes hardly any time.
 * @param query starts the query, on a connection of its own
 */
export function corkQuery(query: () => Promise<unknown>): CorkedQuery {
  const hold: Hold = { state: 'held', streams: [] };
  return {
    answer: storage.run(hold, query),
    send() {
      hold.state = 'sent';
      for (const stream of hold.streams) stream.uncork();
    },
    discard() {
      hold.state = 'discarded';
      for (const stream of hold.streams) stream.destroy();
    },
  };
}
