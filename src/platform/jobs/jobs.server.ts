import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Clock, Job, PgBoss, Queue as StoredQueue } from 'pg-boss';
import { retention } from '#constants';
import { isDatabaseAway } from '../database/database.server.ts';
import type { DB } from '../database/database.types.ts';
import type { DatabaseEvents } from '../database/database-events.server.ts';
import { messageOf } from '../error-message.ts';
import type { Log } from '../observability/log.server.ts';
import { outages } from '../observability/outage-log.server.ts';
import { traceJob } from '../observability/tracing.server.ts';
import { onceUnlessItFails } from '../retrying-once.ts';
import { forgetTimesAhead } from './ahead-clock.server.ts';

export const jobsSchema = 'jobs';
/** The queue for jobs that can never succeed or have failed too often. */
export const deadLetters = 'dead-letters';
/** How often a queue is looked at: while notifications of new jobs arrive, only for what is to be tried again. */
const polling = {
  queue: { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 },
  schedule: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 30 },
};
/** How often the library looks for jobs that depend on others, which this site doesn't use. */
const flowIntervalSeconds = 3_600;
/**
 * Heartbeat timeout: without it, what a killed process had begun would be retried, and a scheduled run would block the next one, until it
 * expires after a quarter of an hour or more. The library looks once a minute.
 */
const heartbeatSeconds = 30;
/** Several fit into the timeout, so a missed one does no harm. */
const heartbeatRefreshSeconds = 10;
const usualBatch = 10;

/** Jobs that wait for the same thing, such as one receiver: so many of them at a time, and the others' places stay free. */
type Groups<Data> = { of(data: Data): string | undefined; atOnce: number };
const retryStartMilliseconds = 5_000;
/** How often the clock of the database is compared with this process's, and with what the library has stored. */
const clockSeconds = 30;
/** Goes on evenly when the clock of the machine is set back, which would let the library wait until it is there again. */
const evenClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
};

/** From 30 seconds to an hour between attempts, about four days in total. */
const retries = { retryLimit: 100, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600 };
const keeping = { deleteAfterSeconds: 3_600, retentionSeconds: retention.waitingJob * 86_400 };

/** Thrown by work that would fail the same way on every attempt. */
export class NonRetryableError extends Error {
  override name = 'NonRetryableError';
}

export type Queue<Data> = {
  /** Resolves when the job is stored in the database, within `transaction` if one is given. Of those that wait, the highest priority is next. */
  send(data: Data, transaction?: Pick<Kysely<DB>, 'executeQuery'>, priority?: number): Promise<void>;
};

type Parts = {
  pool: pg.Pool;
  log: Log;
  /** Notifies of new jobs. A program that only sends jobs doesn't need it. */
  databaseEvents?: Pick<DatabaseEvents, 'listen'>;
  /** Called after every run with `completed`, `failed` or `deadletter`. */
  onDone?: (queue: string, result: string) => void;
};

type ExecuteSql = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

export type Jobs = ReturnType<typeof createJobs>;

/**
 * Durable jobs: they are stored in PostgreSQL (schema `jobs`) and run at least once, in any process. Define all queues and
 * schedules, then call `start`.
 */
export function createJobs({ pool, log, databaseEvents, onDone = () => undefined }: Parts) {
  /** Opened on first use, so that starting the site does not wait for it. */
  const opening = onceUnlessItFails(open);
  /** Lets this process look for jobs of a queue at once, as a notification does. */
  let wake: (queue: string) => void = () => undefined;

  function tellDelayed(error: unknown) {
    if (isDatabaseAway(error)) outages(log).away(error);
    else log.warn('Jobs are delayed', { error: String(error) });
  }

  const compareClock = () =>
    forgetTimesAhead(pool, log, { schema: jobsSchema, longestDelay: retries.retryDelayMax }).catch(
      tellDelayed,
    );

  async function open(): Promise<PgBoss> {
    // Kept until it is open: whoever sends a job within a transaction waits for that, with a connection of their own.
    const line = await pool.connect();
    /** A connection takes one query after the other, and the library's background work has some of its own. */
    let last: Promise<unknown> | undefined = Promise.resolve();
    try {
      return await openOn((text, values) => {
        if (!last) return pool.query(text, values);
        const answer = last.then(() => line.query(text, values));
        // It may have begun a transaction of its own, and fails where another process makes the tables at the same moment.
        last = answer.catch(() => line.query('rollback').catch(() => undefined));
        return answer;
      });
    } finally {
      void last.then(() => line.release());
      last = undefined;
    }
  }

  async function openOn(executeSql: ExecuteSql): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      db: {
        executeSql,
        ...(databaseEvents && {
          listen: ((channel, onNotification, onReconnect) => {
            wake = onNotification;
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
    boss.on('error', tellDelayed);
    try {
      await boss.start();
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      if (!known.has(deadLetters))
        await boss.createQueue(deadLetters, { retentionSeconds: retention.failedJob * 86_400 });
      for (const { name, options } of definitions) {
        const queue = known.get(name);
        if (!queue) await boss.createQueue(name, { ...options, notify: true });
        // Created by a release without notifications or heartbeats.
        else if (!queue.notify || (queue.heartbeatSeconds ?? undefined) !== options.heartbeatSeconds)
          await boss.updateQueue(name, { notify: true, heartbeatSeconds: options.heartbeatSeconds ?? null });
      }
    } catch (error) {
      // Otherwise its background work would run beside the next attempt.
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
    return boss;
  }

  let retryTimer: NodeJS.Timeout | undefined;
  let clockTimer: NodeJS.Timeout | undefined;
  const definitions: {
    name: string;
    options: Omit<StoredQueue, 'name'>;
    start(boss: PgBoss): Promise<void>;
  }[] = [];

  return {
    /** Runs `work` on a cron schedule (UTC), in one process at a time, and at most so many hours. */
    every(name: string, cron: string, work: () => Promise<void>, { maxHours = 1 } = {}): void {
      definitions.push({
        name,
        options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: maxHours * 3_600, heartbeatSeconds },
        async start(boss) {
          await boss.schedule(name, cron);
          await boss.work(name, polling.schedule, async () => {
            await traceJob(name, work).catch((error: unknown) => {
              onDone(name, 'failed');
              if (isDatabaseAway(error)) outages(log).away(error);
              else log.error('A job failed', { name, error });
              throw error;
            });
            onDone(name, 'completed');
          });
        },
      });
    },

    /**
     * A queue whose jobs are retried until they succeed; jobs that throw NonRetryableError become dead letters. Each process works at
     * `batchSize` of them at a time: the next ones begin when all are done, with `groups` as soon as one is. With a heartbeat, a job whose
     * process was killed is retried within minutes; so is one whose process lost the database for half a minute, while it still runs.
     */
    queue<Data extends object>(
      name: string,
      work: (data: Data, id: string) => Promise<void>,
      {
        batchSize = usualBatch,
        groups,
        hasHeartbeat = false,
      }: { batchSize?: number; groups?: Groups<Data>; hasHeartbeat?: boolean } = {},
    ): Queue<Data> {
      const attempt = async (job: { id: string; data: Data }) => {
        try {
          await traceJob(name, () => work(job.data, job.id));
          onDone(name, 'completed');
          return { id: job.id, status: 'completed' as const };
        } catch (error) {
          const status = error instanceof NonRetryableError ? ('deadletter' as const) : ('failed' as const);
          const reason = messageOf(error);
          onDone(name, status);
          log.warn('A job did not succeed', { name, id: job.id, status, reason });
          return { id: job.id, status, output: { reason } };
        }
      };
      definitions.push({
        name,
        options: {
          ...retries,
          ...keeping,
          ...(hasHeartbeat && { heartbeatSeconds }),
          deadLetter: deadLetters,
        },
        async start(boss) {
          const options = {
            ...polling.queue,
            heartbeatRefreshSeconds,
            perJobResults: true,
            // Together with others, one would keep its place in its group until all of them are done.
            ...(groups
              ? { batchSize: 1, localConcurrency: batchSize, localGroupConcurrency: groups.atOnce }
              : { batchSize }),
            // Behind a full batch there may be more, of which nobody is notified again.
            burstWhenBatchFull: true,
          } as const;
          await boss.work(name, options, async (jobs: Job<Data>[]) => {
            const results = await Promise.all(jobs.map(attempt));
            // After a single job the library would wait for its next look.
            if (groups) wake(name);
            return results;
          });
        },
      });
      return {
        async send(data, transaction, priority = 0) {
          const db = transaction && {
            executeSql: (text: string, values: unknown[] = []) =>
              transaction.executeQuery(CompiledQuery.raw(text, values)),
          };
          const group = groups?.of(data);
          const boss = await opening.get();
          await boss.send(name, data, {
            priority,
            ...(group === undefined ? {} : { group: { id: group } }),
            ...(db && { db }),
          });
        },
      };
    },

    /** Starts processing jobs in this process. */
    async start(): Promise<void> {
      try {
        const boss = await opening.get();
        clearInterval(clockTimer);
        clockTimer = setInterval(() => void compareClock(), clockSeconds * 1_000);
        await compareClock();
        for (const { start } of definitions) await start(boss);
      } catch (error) {
        if (isDatabaseAway(error)) outages(log).away(error);
        else log.warn('Jobs cannot start yet', { error: String(error) });
        retryTimer = setTimeout(() => void this.start(), retryStartMilliseconds);
      }
    },

    /** Takes no new jobs; running ones finish. Jobs can still be sent. Without a database there is nothing to be paused. */
    async pause(): Promise<void> {
      clearTimeout(retryTimer);
      const boss = await opening.started()?.catch(() => undefined);
      clearInterval(clockTimer);
      await Promise.all(definitions.map(({ name }) => boss?.offWork(name)));
    },

    /** Moves the dead letters back to their queues. @returns how many. */
    redrive: async () => (await opening.get()).redrive(deadLetters),

    async stop(): Promise<void> {
      clearTimeout(retryTimer);
      const boss = await opening.started()?.catch(() => undefined);
      clearInterval(clockTimer);
      await boss?.stop({ graceful: false }).catch((error: unknown) => {
        // A job under way cannot be marked as failed then; it counts as such once its time is over.
        if (!isDatabaseAway(error)) throw error;
      });
    },
  };
}
