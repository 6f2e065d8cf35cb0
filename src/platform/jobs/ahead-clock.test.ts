import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/harness/database.ts';
import { quietLog } from '#tests/harness/postgres.ts';
import { noDatabaseEvents } from '../database/database-events.server.ts';
import { createJobs } from './jobs.server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const started: ReturnType<typeof createJobs>[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
  await database.drop();
});

test("jobs continue once the database's clock, which was ahead, is corrected", async () => {
  let runs = 0;
  const startProcess = async () => {
    const done: string[] = [];
    const jobs = createJobs({ pool: database.pool, log: quietLog, databaseEvents: noDatabaseEvents });
    started.push(jobs);
    const queue = jobs.queue<{ name: string }>('work', async ({ name }) => void done.push(name));
    jobs.every('tidy', '17 3 29 2 *', async () => {
      runs += 1;
    });
    await jobs.start();
    return { jobs, queue, done };
  };
  const isScheduled = async () =>
    (await database.pool.query('select from jobs.version where cron_on <= now()')).rowCount === 1;
  const { jobs, queue } = await startProcess();
  await expect.poll(isScheduled).toBe(true);
  await jobs.stop();
  await queue.send({ name: 'sent' });
  await queue.send({ name: 'failed' });
  // As the library would have stored it with a clock two days ahead.
  await database.pool.query(`
    update jobs.version set cron_on = now() + interval '2 days';
    update jobs.job set start_after = now() + interval '2 days', created_on = now() + interval '2 days' where data ->> 'name' = 'sent';
    update jobs.job set start_after = now() + interval '2 days', state = 'retry' where data ->> 'name' = 'failed';
    insert into jobs.job (name, policy, retry_limit, expire_seconds, heartbeat_seconds, start_after, created_on)
      select name, policy, retry_limit, expire_seconds, heartbeat_seconds, now() + interval '2 days', now() + interval '2 days'
      from jobs.queue where name = 'tidy'`);
  const { done } = await startProcess();
  await expect.poll(() => done.toSorted()).toEqual(['failed', 'sent']);
  await expect.poll(() => runs).toBe(1);
  await expect.poll(isScheduled, { timeout: 120_000 }).toBe(true);
});
