import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import pg from 'pg';

type Hold = { state: 'held' | 'sent' | 'discarded'; streams: Duplex[] };
const storage = new AsyncLocalStorage<Hold>();

export class CorkingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: what `query` takes and answers has a dozen forms
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
  /** It is on its way to the server when this returns, also if the process is killed then. */
  send(): void;
  /** The server never gets it. The connection ends. */
  discard(): void;
};

/** Begins a query whose bytes stay in this process until it is sent, in no more time than that takes. @param query on a connection of its own */
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
