import { randomUUID } from 'node:crypto';
import pg from 'pg';

const waitMilliseconds = 1_000;

/**
 * Whether a connection that listens to `channel` hears what another one tells. Poolers that lend a connection for a transaction take the
 * `listen`, and then drop what comes for it.
 */
export async function passesOnNotifications(listener: pg.Client, channel: string, connectionString: string) {
  const id = randomUUID();
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  const note = ({ payload }: pg.Notification) => {
    if (payload === id) resolve(true);
  };
  listener.on('notification', note);
  const teller = new pg.Client({ connectionString, connectionTimeoutMillis: waitMilliseconds });
  teller.on('error', () => resolve(false));
  const timer = setTimeout(resolve, waitMilliseconds, false);
  try {
    await teller.connect();
    await teller.query('select pg_notify($1, $2)', [channel, id]);
    return await heard;
  } finally {
    clearTimeout(timer);
    listener.off('notification', note);
    await teller.end().catch(() => undefined);
  }
}
