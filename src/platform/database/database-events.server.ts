import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Log } from '../observability/log.server.ts';
import { resultWithin } from '../with-timeout.ts';
import { batched } from './batch.server.ts';
import { openLine } from './database-line.server.ts';

/** Notifications that PostgreSQL sends to every process (see the triggers in db/migrations). */
export type DatabaseEvents = {
  /** Calls `listener` when content that visitors see has changed, or events may have been missed. */
  onContentChange(listener: () => void): void;
  /** Calls `listener` when the keys that sign access tokens have changed, or events may have been missed. */
  onKeysChange(listener: () => void): void;
  /**
   * Calls `listener` with the account whose rights may have changed; without one if it could be any account, or events
   * may have been missed.
   */
  onViewersChange(listener: (userId?: string) => void): void;
  /** Calls `listener` when there are events for webhooks, or events may have been missed. */
  onWebhooksPending(listener: () => void): void;
  /**
   * Listens to another module's channel: calls `heard` with each payload, and `missed` when something may have been
   * missed.
   * @throws if events can't be received within 5 seconds
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    missed: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Calls `listener` when the database stops responding without closing its connections, and when it responds again. */
  onAvailability(listener: (isAvailable: boolean) => void): void;
  /** False while the database doesn't respond or events can't be received. Caches must not be used then. */
  readonly live: boolean;
  /**
   * Whether the listeners in this process have received everything committed before the call. False if that can't be
   * determined quickly. Concurrent calls share one query.
   */
  isUpToDate(): Promise<boolean>;
  /**
   * The current end of PostgreSQL's write-ahead log, even if not yet flushed: everything committed before the call is
   * before it. Undefined if the database doesn't respond quickly.
   */
  position(): Promise<string | undefined>;
  /**
   * Resolves when every process of the site has received the events of all commits so far, or after a second. Never
   * throws: the data is saved, even if the database stops responding right after.
   */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

/** Prefix for the names of the connections that receive events; the rest distinguishes sites with different URLs. */
const namePrefix = 'promptory events';

/** Whether a site runs on this database, on any machine. */
export async function isServed(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name like ${`${namePrefix} %`}`.execute(db);
  return rows.length > 0;
}

const settleMilliseconds = 1_000;
const listenMilliseconds = 5_000;
/** How long to wait for a response about what is up to date. */
const questionMilliseconds = 250;

type Parts = { connectionString: string; publicUrl: string; log: Log };

/**
 * Receives PostgreSQL's notifications on a dedicated connection, and checks how far this process and the others have
 * received them.
 */
export async function listenToDatabase({ connectionString, publicUrl, log }: Parts): Promise<DatabaseEvents> {
  const name = `${namePrefix} ${createHash('sha256').update(publicUrl).digest('hex').slice(0, 12)}`;
  const line = await openLine({ connectionString, name, log });
  const { events } = line;

  /** Sends a query that concurrent callers share; undefined if there is no response within `questionMilliseconds`. */
  const askTogether = <Answer>(text: string, read: (rows: Record<string, Answer>[]) => Answer) =>
    batched(async (calls: undefined[]): Promise<(Answer | undefined)[]> => {
      const asked = line.live ? line.client : undefined;
      const query = asked?.query(text).catch(() => undefined);
      const answer = query && (await resultWithin(questionMilliseconds, query));
      const isKnown = answer && line.live && asked === line.client;
      return calls.map(() => (isKnown ? read(answer.rows) : undefined));
    });
  // PostgreSQL delivers pending notifications before a query completes, and queues a commit's notifications before
  // acknowledging the commit.
  const isUpToDate = askTogether<boolean>('', () => true);
  const position = askTogether<string>(
    'select pg_current_wal_insert_lsn()::text as position',
    (rows) => rows[0]?.position ?? '',
  );

  /** Processes of one site with different PUBLIC_URLs would send members to different places. */
  async function warnOfOtherAddresses() {
    const { rowCount } = await countListeners(name);
    if (rowCount)
      log.warn('Another process with this database has another PUBLIC_URL. Give all of them the same one.', {
        publicUrl,
      });
  }

  /** How many processes listen, except those with the name `except`. */
  const countListeners = async (except = '') =>
    line.client?.query(
      'select from pg_stat_activity where datname = current_database() and application_name like $1 and application_name <> $2',
      [`${namePrefix} %`, except],
    ) ?? { rowCount: 0 };

  if (line.live) await warnOfOtherAddresses();

  return {
    onContentChange: (listener) => void events.on('content_changed', listener),
    onKeysChange: (listener) => void events.on('signing_keys_changed', listener),
    onViewersChange: (listener) =>
      void events.on('viewers_changed', (userId) => (userId === '' ? listener() : listener(userId))),
    onWebhooksPending: (listener) => void events.on('webhooks_pending', listener),
    async listen(channel, heard, missed) {
      const signal = AbortSignal.timeout(listenMilliseconds);
      if (!line.live) await once(events, 'reconnected', { signal }).catch(() => undefined);
      if (!line.live) throw new Error('The database does not pass on notifications.');
      await line.add(channel);
      line.others.on(channel, heard);
      events.on('reconnected', missed);
      return {
        async close() {
          line.others.off(channel, heard);
          events.off('reconnected', missed);
        },
      };
    },
    onAvailability: (listener) => void events.on('availability', listener),
    isUpToDate: async () => (await isUpToDate(undefined)) ?? false,
    position: () => position(undefined),
    get live() {
      return line.live;
    },
    async settled() {
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      let missing = 0;
      const count = (payload: string) => {
        if (payload !== id) return;
        missing -= 1;
        if (missing === 0) resolve();
      };
      events.on('promptory_pong', count);
      try {
        missing = (await countListeners()).rowCount ?? 0;
        // Notifications arrive in the order of their commits, so a process that responds has received the change.
        await line.client?.query('select pg_notify($1, $2)', ['promptory_ping', id]);
        await Promise.race([promise, delay(settleMilliseconds, undefined, { ref: false })]);
      } catch (error) {
        log.warn('Other processes may briefly serve stale pages', { error: String(error) });
      } finally {
        events.off('promptory_pong', count);
      }
    },
    stop: line.stop,
  };
}

/** For programs that exit after one task and don't cache anything. */
export const noDatabaseEvents: DatabaseEvents = {
  onContentChange: () => undefined,
  onKeysChange: () => undefined,
  onViewersChange: () => undefined,
  isUpToDate: async () => false,
  position: async () => undefined,
  onWebhooksPending: () => undefined,
  onAvailability: () => undefined,
  listen: () => Promise.reject(new Error('Nothing is listened to.')),
  live: false,
  settled: async () => undefined,
  stop: async () => undefined,
};
