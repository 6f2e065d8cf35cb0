import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Log } from './log.server.ts';

/** Content changes, which PostgreSQL notifies every process of (see the announce triggers in db/migrations). */
export type ContentEvents = {
  /** Calls `listener` when content that visitors see has changed, and when events may have been missed. */
  onContentChange(listener: () => void): void;
  /** Reports a change made by this process, before PostgreSQL's notification arrives. */
  contentChanged(): void;
  /** False while events cannot be received: then nothing may be answered from a cache. */
  readonly live: boolean;
  stop(): Promise<void>;
};

const reconnectMilliseconds = 500;

/** Listens on a separate connection, and reconnects when it is lost. */
export async function listenForContentEvents(connectionString: string, log: Log): Promise<ContentEvents> {
  const events = new EventEmitter();
  let client: pg.Client | undefined;
  let live = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect() {
    const next = new pg.Client({ connectionString, application_name: 'promptory', keepAlive: true });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', () => events.emit('content'));
    client = next;
    try {
      await next.connect();
      await next.query('listen content_changed');
      live = true;
      events.emit('content');
    } catch (error) {
      log.warn('Content events cannot be received yet', { error: String(error) });
      lost(next);
    }
  }

  function lost(connection: pg.Client) {
    if (connection !== client || stopped) return;
    client = undefined;
    live = false;
    void connection.end().catch(() => undefined);
    timer = setTimeout(() => void connect(), reconnectMilliseconds);
  }

  await connect();
  return {
    onContentChange: (listener) => void events.on('content', listener),
    contentChanged: () => void events.emit('content'),
    get live() {
      return live;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

/** For programs that exit after one task and cache nothing. */
export const noopContentEvents: ContentEvents = {
  onContentChange: () => undefined,
  contentChanged: () => undefined,
  live: false,
  stop: async () => undefined,
};
