import type pg from 'pg';
import type { Log } from '../observability/log.server.ts';

/**
 * Corrects times that were stored while the database's clock was ahead. Until the clock gets there again, the library
 * would schedule nothing, and jobs of that time would wait and block the next ones of their schedule.
 * @param longestDelay the maximum number of seconds between two attempts at a job
 */
export async function forgetTimesAhead(
  pool: pg.Pool,
  log: Log,
  { schema, longestDelay }: { schema: string; longestDelay: number },
): Promise<void> {
  const isAhead = "greatest(cron_on, bam_on, flow_on, reindex_on) > now() + interval '1 minute'";
  const { rowCount } = await pool.query(`select from ${schema}.version where ${isAhead}`);
  if (rowCount === 0) return;
  log.warn('The clock of the database was ahead; jobs continue by the time that it has now');
  await pool.query(`
    update ${schema}.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > now()`);
  await pool.query(
    `update ${schema}.job set start_after = now() where state < 'active' and start_after > now()
      and (created_on > now() or start_after > now() + make_interval(secs => $1))`,
    [longestDelay],
  );
  await pool.query(
    `update ${schema}.job set heartbeat_on = now() where state = 'active' and heartbeat_on > now()`,
  );
  await pool.query(
    `update ${schema}.job set singleton_on = null where singleton_on > now() at time zone 'utc'`,
  );
  // Last, so that if this process dies before it, the next one repeats the whole correction.
  await pool.query(
    `update ${schema}.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null where ${isAhead}`,
  );
}
