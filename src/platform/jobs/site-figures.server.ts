import type pg from 'pg';
import type { SiteFigures } from '../observability/metrics.server.ts';
import { deadLetters, jobsSchema } from './open-boss.server.ts';

/**
 * The work waiting in the database, for the metrics. @param paymentMode the mode whose events are processed; those of earlier keys wait
 * for them. @throws if the database is unavailable
 */
export async function readSiteFigures(pool: pg.Pool, paymentMode: string): Promise<SiteFigures> {
  const { rows: events } = await pool.query<{ open: number; failing: number; jobs: boolean }>(
    `select count(*)::int as open, (count(*) filter (where attempts > 0))::int as failing,
      to_regclass('${jobsSchema}.job') is not null as jobs
    from billing_events where processed_at is null and mode = $1`,
    [paymentMode],
  );
  const { open = 0, failing = 0, jobs = false } = events[0] ?? {};
  const { rows: queues } = jobs
    ? await pool.query<{ name: string; count: number }>(
        `select name, count(*)::int as count from ${jobsSchema}.job where state in ('created', 'retry') group by name`,
      )
    : { rows: [] };
  const waitingJobs = Object.fromEntries(queues.map(({ name, count }) => [name, count]));
  const deadJobs = waitingJobs[deadLetters] ?? 0;
  delete waitingJobs[deadLetters];
  return {
    waitingJobs: { mail: 0, ...waitingJobs },
    deadJobs,
    openWebhookEvents: open,
    failingWebhookEvents: failing,
  };
}
