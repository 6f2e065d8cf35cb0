import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Job, PgBoss } from 'pg-boss';
import { retention } from '#constants';
import { isDatabaseAway } from '../database/database.server.ts';
import type { DB } from '../database/database.types.ts';
import type { DatabaseEvents } from '../database/database-events.server.ts';
import { messageOf } from '../error-message.ts';
import type { Log } from '../observability/log.server.ts';
import { outages } from '../observability/outage-log.server.ts';
import { traceJob } from '../observability/tracing.server.ts';
import { onceUnlessItFails } from '../once-unless-it-fails.ts';
import { forgetTimesAhead } from './ahead-clock.server.ts';
import { clockSeconds, deadLetters, jobsSchema, openBoss, type QueueDefinition } from './open-boss.server.ts';

/** How often a queue is polled. While notifications of new jobs arrive, polling is only needed for retries. */
const polling = {
  queue: { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 },
  schedule: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 30 },
};
/**
 * Heartbeat timeout. Without it, the jobs of a killed process would only be retried when they expire, after a quarter
 * of an hour or more, and a scheduled run would block the next one until then. The library checks once a minute.
 */
const heartbeatSeconds = 30;
/** Several heartbeats fit into the timeout, so missing one does no harm. */
const heartbeatRefreshSeconds = 10;
const usualBatch = 10;
/** Places of a queue that only its urgent jobs get. */
const urgentPlaces = 2;

/**
 * Jobs that wait for the same thing, such as one receiver: at most `atOnce` of them run at a time, which leaves room
 * for others.
 */
type Groups<Data> = { of(data: Data): string | undefined; atOnce: number };
const retryStartMilliseconds = 5_000;

/** From 30 seconds to an hour between attempts, about four days in total. */
const retries = { retryLimit: 100, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600 };
const keeping = { deleteAfterSeconds: 3_600, retentionSeconds: retention.waitingJob * 86_400 };

/** Thrown by work that would fail the same way on every attempt. */
export class NonRetryableError extends Error {
  override name = 'NonRetryableError';
}
/** Thrown by work that has to wait: it is tried again like any other, but nothing is wrong. */
export class NotYetError extends Error {
  override name = 'NotYetError';
}

export type Queue<Data> = {
  /**
   * Resolves when the job is stored in the database, within `transaction` if given. Waiting jobs with the highest
   * priority run first.
   */
  send(data: Data, transaction?: Pick<Kysely<DB>, 'executeQuery'>, priority?: number): Promise<void>;
  /** Makes the failed jobs of a group due now, within `transaction`. They run once it is committed, a few seconds later at most. */
  retryNow(group: string, transaction: Pick<Kysely<DB>, 'executeQuery'>): Promise<void>;
};

type Parts = {
  pool: pg.Pool;
  log: Log;
  /** Notifies of new jobs. Not needed by programs that only send jobs. */
  databaseEvents?: Pick<DatabaseEvents, 'listen'>;
  /** Called after every run with `completed`, `failed` or `deadletter`. */
  onDone?: (queue: string, result: string) => void;
};

export type Jobs = ReturnType<typeof createJobs>;

/**
 * Durable jobs, stored in PostgreSQL (schema `jobs`). They run at least once, in any process. Define all queues and
 * schedules, then call `start`.
 */
export function createJobs({ pool, log, databaseEvents, onDone = () => undefined }: Parts) {
  const definitions: (QueueDefinition & { start(boss: PgBoss): Promise<void> })[] = [];
  /** Makes this process look for jobs of a queue immediately, like a notification does. */
  let wake: (queue: string) => void = () => undefined;
  /** Opened on first use, so that the site doesn't wait for it to start. */
  const opening = onceUnlessItFails(() =>
    openBoss({
      pool,
      databaseEvents,
      definitions,
      onError: tellDelayed,
      onListen: (notify) => {
        wake = notify;
      },
    }),
  );

  function tellDelayed(error: unknown) {
    if (isDatabaseAway(error)) outages(log).away(error);
    else log.warn('Jobs are delayed', { error: String(error) });
  }

  const compareClock = () =>
    forgetTimesAhead(pool, log, { schema: jobsSchema, longestDelay: retries.retryDelayMax }).catch(
      tellDelayed,
    );

  /** Names of queues and schedules that this process works on. Starting one twice would double its share of the work. */
  const begun = new Set<string>();
  let isOver = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let clockTimer: NodeJS.Timeout | undefined;

  return {
    /**
     * Runs `work` on a cron schedule (UTC), in one process at a time, for at most `maxHours`. With `catchesUp`, a run that
     * was missed because no process was running takes place at the next start.
     */
    every(
      name: string,
      cron: string,
      work: () => Promise<void>,
      { maxHours = 1, catchesUp = false } = {},
    ): void {
      definitions.push({
        name,
        options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: maxHours * 3_600, heartbeatSeconds },
        async start(boss) {
          await boss.schedule(name, cron, null, { missed: catchesUp ? 'once' : 'skip' });
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
     * A queue whose jobs are retried until they succeed; jobs that throw NonRetryableError become dead letters. Each
     * process runs `batchSize` of them at a time. The next ones start when all are done or, with `groups` or
     * `urgentFrom`, as soon as one is. Jobs with at least the priority `urgentFrom` have two more places. With a
     * heartbeat, a job whose process was killed is retried within minutes; so is a job whose process
     * lost the database for half a minute, even if it is still running.
     */
    queue<Data extends object>(
      name: string,
      work: (data: Data, id: string) => Promise<void>,
      {
        batchSize = usualBatch,
        groups,
        urgentFrom,
        hasHeartbeat = false,
      }: { batchSize?: number; groups?: Groups<Data>; urgentFrom?: number; hasHeartbeat?: boolean } = {},
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
          const level = error instanceof NotYetError ? 'debug' : 'warn';
          log[level]('A job did not succeed', { name, id: job.id, status, reason });
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
          const isBatch = !groups && urgentFrom === undefined;
          const options = {
            ...polling.queue,
            heartbeatRefreshSeconds,
            perJobResults: true,
            // In a batch, a finished job would keep its place, also in its group, until the whole batch is done.
            ...(isBatch ? { batchSize } : { batchSize: 1, localConcurrency: batchSize }),
            ...(groups && { localGroupConcurrency: groups.atOnce }),
            // After a full batch there may be more jobs, which are not notified again.
            burstWhenBatchFull: true,
          } as const;
          const run = async (jobs: Job<Data>[]) => {
            const results = await Promise.all(jobs.map(attempt));
            // After a single job, the library would wait for its next poll.
            if (!isBatch) wake(name);
            return results;
          };
          await boss.work(name, options, run);
          if (urgentFrom !== undefined)
            await boss.work(
              name,
              { ...options, localConcurrency: urgentPlaces, minPriority: urgentFrom },
              run,
            );
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
        async retryNow(group, transaction) {
          await transaction.executeQuery(
            CompiledQuery.raw(
              `update ${jobsSchema}.job set start_after = now() where name = $1 and state = 'retry' and group_id = $2`,
              [name, group],
            ),
          );
        },
      };
    },

    /** Starts processing jobs in this process. */
    async start(): Promise<void> {
      clearTimeout(retryTimer);
      try {
        const boss = await opening.get();
        clearInterval(clockTimer);
        clockTimer = setInterval(() => void compareClock(), clockSeconds * 1_000);
        await compareClock();
        for (const { name, start } of definitions) {
          if (isOver) return;
          if (begun.has(name)) continue;
          await start(boss);
          begun.add(name);
        }
      } catch (error) {
        if (isDatabaseAway(error)) outages(log).away(error);
        else log.warn('Jobs cannot start yet', { error: String(error) });
        if (!isOver) retryTimer = setTimeout(() => void this.start(), retryStartMilliseconds);
      }
    },

    /** Takes no new jobs; running ones finish. Jobs can still be sent. Does nothing if the job library was never opened. */
    async pause(): Promise<void> {
      isOver = true;
      clearTimeout(retryTimer);
      const boss = await opening.started()?.catch(() => undefined);
      clearInterval(clockTimer);
      await Promise.all(definitions.map(({ name }) => boss?.offWork(name)));
    },

    /** Moves the dead letters back to their queues. @returns their number */
    redrive: async () => (await opening.get()).redrive(deadLetters),

    async stop(): Promise<void> {
      isOver = true;
      clearTimeout(retryTimer);
      const boss = await opening.started()?.catch(() => undefined);
      clearInterval(clockTimer);
      await boss?.stop({ graceful: false }).catch((error: unknown) => {
        // Then a running job can't be marked as failed; it counts as failed once it expires.
        if (!isDatabaseAway(error)) throw error;
      });
    },
  };
}
