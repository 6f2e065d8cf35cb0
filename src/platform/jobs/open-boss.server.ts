import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock, PgBoss, Queue as StoredQueue } from 'pg-boss';
import { retention } from '#constants';
import type { DatabaseEvents } from '../database/database-events.server.ts';

export const jobsSchema = 'jobs';
/** The queue for jobs that can never succeed or have failed too often. */
export const deadLetters = 'dead-letters';
/** How often the database's clock is compared with this process's, and with the times that the library has stored. */
export const clockSeconds = 30;
/** How often the library looks for jobs that depend on others, which this site doesn't use. */
const flowIntervalSeconds = 3_600;
/** A clock that isn't affected when the machine's clock is set back, which would make the library wait until it catches up. */
const evenClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
};

export type QueueDefinition = { name: string; options: Omit<StoredQueue, 'name'> };

type ExecuteSql = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
type Parts = {
  pool: pg.Pool;
  databaseEvents: Pick<DatabaseEvents, 'listen'> | undefined;
  definitions: readonly QueueDefinition[];
  /** For the library's background work. */
  onError(error: unknown): void;
  /** Called with a function that makes the library look for jobs of a queue immediately, like a notification does. */
  onListen(notify: (queue: string) => void): void;
};

/** Starts the job library with its tables and queues. */
export async function openBoss({ pool, ...parts }: Parts): Promise<PgBoss> {
  // Held until the library is open, because callers that send a job within a transaction wait for it while holding a
  // connection themselves.
  const line = await pool.connect();
  /** A connection runs one query at a time, and the library also runs queries in the background. */
  let last: Promise<unknown> | undefined = Promise.resolve();
  try {
    return await openOn((text, values) => {
      if (!last) return pool.query(text, values);
      const answer = last.then(() => line.query(text, values));
      // It may have begun a transaction, and it fails if another process creates the tables at the same moment.
      last = answer.catch(() => line.query('rollback').catch(() => undefined));
      return answer;
    }, parts);
  } finally {
    void last.then(() => line.release());
    last = undefined;
  }
}

async function openOn(
  executeSql: ExecuteSql,
  { databaseEvents, definitions, onError, onListen }: Omit<Parts, 'pool'>,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: {
      executeSql,
      ...(databaseEvents && {
        listen: ((channel, onNotification, onReconnect) => {
          onListen(onNotification);
          return databaseEvents.listen(channel, onNotification, onReconnect);
        }) satisfies DatabaseEvents['listen'],
      }),
    },
    schema: jobsSchema,
    useListenNotify: databaseEvents !== undefined,
    flowIntervalSeconds,
    clock: evenClock,
    clockMonitorIntervalSeconds: clockSeconds,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    await ensureQueues(boss, definitions);
  } catch (error) {
    // Otherwise its background work would run beside the next attempt.
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return boss;
}

async function ensureQueues(boss: PgBoss, definitions: readonly QueueDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(deadLetters))
    await boss.createQueue(deadLetters, { retentionSeconds: retention.failedJob * 86_400 });
  for (const { name, options } of definitions) {
    const queue = known.get(name);
    if (!queue) {
      await boss.createQueue(name, { ...options, notify: true });
      // The library remembers a queue once it has read it. The first job sent within a transaction would wait for another connection.
      await boss.findJobs(name, { id: randomUUID() });
    }
    // Created by a release without notifications or heartbeats.
    else if (!queue.notify || (queue.heartbeatSeconds ?? undefined) !== options.heartbeatSeconds)
      await boss.updateQueue(name, { notify: true, heartbeatSeconds: options.heartbeatSeconds ?? null });
  }
}
