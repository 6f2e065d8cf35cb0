import { createHash, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../observability/log.server.ts';
import { outages } from '../observability/outage-log.server.ts';
import { resultWithin } from '../with-timeout.ts';
import { batched } from './batch.server.ts';
import { deliversNotifications } from './delivers-notifications.server.ts';

/** What PostgreSQL notifies every process of (see the triggers in db/migrations). */
export type DatabaseEvents = {
  /** Calls `listener` when content that visitors see has changed, and when events may have been missed. */
  onContentChange(listener: () => void): void;
  /** Calls `listener` when the keys that sign access tokens have changed, and when events may have been missed. */
  onKeysChange(listener: () => void): void;
  /** Calls `listener` with the account whose rights may have changed; with nothing where that may be any, also when events may have been missed. */
  onViewersChange(listener: (userId?: string) => void): void;
  /** Calls `listener` when there is something to tell webhooks, and when events may have been missed. */
  onWebhooksPending(listener: () => void): void;
  /**
   * Calls `heard` with what is said on a channel of somebody else's, and `missed` when something may have been missed.
   * @throws where events cannot be received, which is waited for up to 5 seconds.
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    missed: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Calls `listener` when the database stops answering without closing its connections, and when it answers again. */
  onAvailability(listener: (isAvailable: boolean) => void): void;
  /** False while the database does not answer or events cannot be received: while false, caches must not be used. */
  readonly live: boolean;
  /**
   * Whether the listeners of this process have received everything that was committed before the call. False where that cannot be said
   * in a moment. Calls that come together share one question.
   */
  isUpToDate(): Promise<boolean>;
  /** Up to where the log of PostgreSQL goes, also what is not on disk yet: what was committed before the call lies before it. Undefined where it does not answer. */
  position(): Promise<string | undefined>;
  /**
   * Resolves when every process of the site has received the events of what has been committed, or after a second. Never throws:
   * what was saved is saved, even if the database stops answering right after.
   */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

/** Begins the name of the connections that receive events; the rest tells sites with different addresses apart. */
const namePrefix = 'promptory events';
const ownChannels = [
  'content_changed',
  'signing_keys_changed',
  'viewers_changed',
  'webhooks_pending',
  'promptory_ping',
  'promptory_pong',
] as const;
type OwnChannel = (typeof ownChannels)[number];
type Events = Record<OwnChannel, [payload: string]> & {
  /** Notifications arrive, for the first time or again. */
  reconnected: [];
  availability: [isAvailable: boolean];
};
const isOwn = (channel: string): channel is OwnChannel => ownChannels.some((own) => own === channel);
const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
const reconnectMilliseconds = 500;
const recheckMilliseconds = 30_000;
const heartbeatMilliseconds = 1_000;
/** A database that takes longer to answer the heartbeat counts as gone. */
const silenceMilliseconds = 2_000;
const settleMilliseconds = 1_000;
const listenMilliseconds = 5_000;
/** How long to wait for an answer about what is up to date. */
const questionMilliseconds = 250;

type Parts = { connectionString: string; publicUrl: string; log: Log };

/** Listens on a connection of its own, which is asked for a sign of life every second and replaced when it is lost. */
export async function listenToDatabase({ connectionString, publicUrl, log }: Parts): Promise<DatabaseEvents> {
  const events = new EventEmitter<Events>();
  /** What others listen to, by channel. */
  const others = new EventEmitter<Record<string, [payload: string]>>();
  events.setMaxListeners(0);
  others.setMaxListeners(0);
  const channels = new Set<string>(ownChannels);
  const name = `${namePrefix} ${createHash('sha256').update(publicUrl).digest('hex').slice(0, 12)}`;
  let client: pg.Client | undefined;
  let live = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect() {
    const socket = new Socket();
    const next = new pg.Client({
      connectionString,
      application_name: name,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: silenceMilliseconds,
      stream: () => socket,
    });
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'promptory_ping')
        next.query('select pg_notify($1, $2)', ['promptory_pong', payload]).catch(() => undefined);
      else if (isOwn(channel)) events.emit(channel, payload);
      else others.emit(channel, payload);
    });
    client = next;
    try {
      await next.connect();
      await next.query([...channels].map(listenTo).join('; '));
      outages(log).back();
      events.emit('availability', true);
      void watch(next, socket);
    } catch (error) {
      log.debug('The database is not available yet', { error: String(error) });
      socket.destroy();
      reconnect(next);
      return;
    }
    await verifyDelivery(next);
  }

  /** Checks that notifications arrive; until they do, nothing is answered from a cache. */
  async function verifyDelivery(connection: pg.Client, misses = 0) {
    const isDelivered = await deliversNotifications(connection, 'promptory_pong', connectionString);
    if (connection !== client || stopped) return;
    if (isDelivered) {
      live = true;
      events.emit('content_changed', '');
      events.emit('signing_keys_changed', '');
      events.emit('viewers_changed', '');
      events.emit('webhooks_pending', '');
      events.emit('reconnected');
      return;
    }
    // A server that has just come back may be slow once.
    const missed = isDelivered === false ? misses + 1 : 0;
    const receivesNothing = missed >= 2;
    if (receivesNothing) log.warn(noDeliveryMessage);
    timer = setTimeout(
      () => void verifyDelivery(connection, missed),
      receivesNothing ? recheckMilliseconds : reconnectMilliseconds,
    );
  }

  async function watch(connection: pg.Client, socket: Socket) {
    while (connection === client && !stopped) {
      const answer = connection.query('select').then(
        () => true,
        () => true,
      );
      const isSilent = delay(silenceMilliseconds, false, { ref: false }).then(async (silent) => {
        // If this process was busy, the answer may be waiting to be read.
        await nextTurn();
        await nextTurn();
        return silent;
      });
      if (await Promise.race([answer, isSilent]))
        await delay(heartbeatMilliseconds, undefined, { ref: false });
      else if (connection === client) {
        outages(log).away('It does not answer.');
        socket.destroy();
        reconnect(connection);
        events.emit('availability', false);
      }
    }
  }

  function reconnect(connection: pg.Client) {
    if (connection !== client || stopped) return;
    client = undefined;
    if (live) outages(log).away('The connection that receives events was lost.');
    live = false;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), reconnectMilliseconds);
  }

  /** Asks the line something, for all who want to know it at this moment; undefined where it does not answer at once. */
  const askTogether = <Answer>(text: string, read: (rows: Record<string, Answer>[]) => Answer) =>
    batched(async (calls: undefined[]): Promise<(Answer | undefined)[]> => {
      const asked = live ? client : undefined;
      const query = asked?.query(text).catch(() => undefined);
      const answer = query && (await resultWithin(questionMilliseconds, query));
      const isKnown = answer && live && asked === client;
      return calls.map(() => (isKnown ? read(answer.rows) : undefined));
    });
  // PostgreSQL delivers pending notifications before a query completes, and queues a commit's notifications before acknowledging the commit.
  const isUpToDate = askTogether<boolean>('', () => true);
  const position = askTogether<string>(
    'select pg_current_wal_insert_lsn()::text as position',
    (rows) => rows[0]?.position ?? '',
  );

  /** Two processes of one site with different addresses would send members to different places. */
  async function warnOfOtherAddresses() {
    const { rowCount } = await countListeners(`${namePrefix} %`, name);
    if (rowCount)
      log.warn('Another process with this database has another PUBLIC_URL. Give all of them the same one.', {
        publicUrl,
      });
  }

  const countListeners = async (pattern: string, except = '') =>
    client?.query(
      'select from pg_stat_activity where datname = current_database() and application_name like $1 and application_name <> $2',
      [pattern, except],
    ) ?? { rowCount: 0 };

  await connect();
  if (live) await warnOfOtherAddresses();

  return {
    onContentChange: (listener) => void events.on('content_changed', listener),
    onKeysChange: (listener) => void events.on('signing_keys_changed', listener),
    onViewersChange: (listener) =>
      void events.on('viewers_changed', (userId) => (userId === '' ? listener() : listener(userId))),
    onWebhooksPending: (listener) => void events.on('webhooks_pending', listener),
    async listen(channel, heard, missed) {
      const signal = AbortSignal.timeout(listenMilliseconds);
      if (!live) await once(events, 'reconnected', { signal }).catch(() => undefined);
      if (!live) throw new Error('The database does not pass on notifications.');
      channels.add(channel);
      await client?.query(listenTo(channel));
      others.on(channel, heard);
      events.on('reconnected', missed);
      return {
        async close() {
          others.off(channel, heard);
          events.off('reconnected', missed);
        },
      };
    },
    onAvailability: (listener) => void events.on('availability', listener),
    isUpToDate: async () => (await isUpToDate(undefined)) ?? false,
    position: () => position(undefined),
    get live() {
      return live;
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
        missing = (await countListeners(`${namePrefix} %`)).rowCount ?? 0;
        // Notifications arrive in the order of their commits: who answers has received the change.
        await client?.query('select pg_notify($1, $2)', ['promptory_ping', id]);
        await Promise.race([promise, delay(settleMilliseconds, undefined, { ref: false })]);
      } catch (error) {
        log.warn('Other processes may briefly serve stale pages', { error: String(error) });
      } finally {
        events.off('promptory_pong', count);
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

const noDeliveryMessage =
  'The database does not pass on notifications, so nothing is answered from memory. If DATABASE_URL is a pooler, set DATABASE_DIRECT_URL to the server itself.';

/** For programs that exit after one task and cache nothing. */
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
