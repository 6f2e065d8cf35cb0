import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from './log.server.ts';

const schema = 'jobs';
const pollSeconds = 1;
const stopMilliseconds = 5_000;

/**
 * Work that survives this process: it rests in PostgreSQL (schema `jobs`) and is taken up by any process. Define what
 * there is, then start.
 */
export function createJobs({ pool, log }: { pool: pg.Pool; log: Log }) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    // A stuck clock or a slow disk is the operator's to see, not a reason to fail.
    persistWarnings: false,
  });
  boss.on('error', (error) => log.warn('Jobs are held up', { error: String(error) }));
  const schedules: { name: string; cron: string; work: () => Promise<void> }[] = [];

  return {
    /** Has `work` done at the times of `cron` (UTC), by one process at a time. */
    every(name: string, cron: string, work: () => Promise<void>): void {
      schedules.push({ name, cron, work });
    },

    async start(): Promise<void> {
      await boss.start();
      for (const { name, cron, work } of schedules) {
        await boss.createQueue(name, { policy: 'exclusive', retryLimit: 0 });
        await boss.schedule(name, cron);
        await boss.work(name, { pollingIntervalSeconds: pollSeconds * 5 }, async () => {
          await work().catch((error: unknown) => {
            log.error('A job has failed', { name, error });
            throw error;
          });
        });
      }
    },

    /** Takes up nothing new and finishes what runs. */
    stop: () => boss.stop({ graceful: true, timeout: stopMilliseconds }),
  };
}
