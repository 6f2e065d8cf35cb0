import { randomUUID } from 'node:crypto';
import pg from 'pg';

const waitMilliseconds = 1_000;

/**
 * Whether notifications sent on one connection reach a listener on another. Poolers that assign a connection per
 * transaction accept `listen`, but then drop the notifications.
 * @returns undefined if the sending connection failed or timed out
 */
export async function deliversNotifications(
  listener: pg.Client,
  channel: string,
  connectionString: string,
): Promise<boolean | undefined> {
  const id = randomUUID();
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  const note = ({ payload }: pg.Notification) => {
    if (payload === id) resolve(true);
  };
  listener.on('notification', note);
  const teller = new pg.Client({
    connectionString,
    connectionTimeoutMillis: waitMilliseconds,
    query_timeout: waitMilliseconds,
  });
  teller.on('error', () => undefined);
  try {
    await teller.connect();
    await teller.query('select pg_notify($1, $2)', [channel, id]);
    timer = setTimeout(resolve, waitMilliseconds, false);
    return await heard;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    listener.off('notification', note);
    // A server that doesn't respond won't answer the disconnect either.
    void teller.end().catch(() => undefined);
  }
}
