import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../observability/log.server.ts';
import { outages } from '../observability/outage-log.server.ts';
import { deliversNotifications } from './delivers-notifications.server.ts';

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
  /** Notifications are received, for the first time or again. */
  reconnected: [];
  availability: [isAvailable: boolean];
};
const isOwn = (channel: string): channel is OwnChannel => ownChannels.some((own) => own === channel);
const reconnectMilliseconds = 500;
const recheckMilliseconds = 30_000;
const heartbeatMilliseconds = 1_000;
/** If the database takes longer to answer the heartbeat, it counts as unavailable. */
const silenceMilliseconds = 2_000;

type Parts = {
  connectionString: string;
  /** The connection's name in pg_stat_activity. */
  name: string;
  log: Log;
};

/** Listens on a dedicated connection, which is checked every second and replaced if it is lost. */
export async function openLine({ connectionString, name, log }: Parts) {
  const events = new EventEmitter<Events>();
  /** Listeners of libraries, such as the job queue, by channel. */
  const others = new EventEmitter<Record<string, [payload: string]>>();
  events.setMaxListeners(0);
  others.setMaxListeners(0);
  const channels = new Set<string>(ownChannels);
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

  /** Checks that notifications arrive; until they do, caches aren't used. */
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

  await connect();
  return {
    events,
    others,
    /** The current connection, if there is one. */
    get client() {
      return client;
    },
    /** Whether notifications arrive. */
    get live() {
      return live;
    },
    /** Also listens to a library's channel. */
    async add(channel: string) {
      channels.add(channel);
      await client?.query(listenTo(channel));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

const noDeliveryMessage =
  'The database does not pass on notifications, so nothing is answered from memory. If DATABASE_URL is a pooler, set DATABASE_DIRECT_URL to the server itself.';
