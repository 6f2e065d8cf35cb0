import { afterEach, beforeEach, expect, test } from 'vitest';
import { retention } from '#constants';
import { createTestDatabase } from '#tests/harness/database.ts';
import { retryJobs } from '#tests/harness/jobs.ts';
import { quietLog } from '#tests/harness/postgres.ts';
import { noDatabaseEvents } from '../database/database-events.server.ts';
import { createJobs, NonRetryableError, NotYetError } from './jobs.server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let jobs: ReturnType<typeof createJobs>;
let warnings: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  warnings = [];
  const log = { ...quietLog, warn: (message: string) => void warnings.push(message) };
  jobs = createJobs({ pool: database.pool, log, databaseEvents: noDatabaseEvents });
});
afterEach(async () => {
  await jobs.stop();
  await database.drop();
});

const find = async (name: string) => {
  const { rows } = await database.pool.query(
    `select state, retry_count, (extract(epoch from start_after - now()) / 60)::float8 as minutes,
      (extract(epoch from keep_until - start_after) / 86400)::float8 as kept_days from jobs.job where name = $1`,
    [name],
  );
  return rows[0];
};

test('a job that keeps failing is tried a hundred times more, with pauses of up to an hour', async () => {
  const queue = jobs.queue<object>('work', async () => {
    throw new Error('not yet');
  });
  await jobs.start();
  await queue.send({});
  await expect.poll(async () => (await find('work'))?.state).toBe('retry');
  const again = async (count: number) => {
    await database.pool.query("update jobs.job set retry_count = $1 where name = 'work'", [count]);
    await retryJobs(database.db, 'work');
    await expect
      .poll(() => find('work'))
      .toMatchObject({ state: expect.stringMatching(/retry|failed/), retry_count: count + 1 });
    return find('work');
  };
  const late = await again(98);
  expect(late.state).toBe('retry');
  expect(late.minutes).toBeGreaterThan(20);
  expect(late.minutes).toBeLessThanOrEqual(60);
  expect((await again(99)).state).toBe('failed');
});

test('a job that waits is kept for a month, and one that failed for three', async () => {
  const failing = jobs.queue<object>('failing', async () => {
    throw new NonRetryableError('never');
  });
  const waiting = jobs.queue<object>('waiting', async () => undefined);
  await waiting.send({});
  expect(Math.round((await find('waiting')).kept_days)).toBe(retention.waitingJob);
  await failing.send({});
  await jobs.start();
  await expect.poll(() => find('dead-letters')).toBeDefined();
  expect(Math.round((await find('dead-letters')).kept_days)).toBe(retention.failedJob);
});

test.each([
  [new NotYetError('paused'), 0],
  [new Error('broken'), 1],
])('a job that fails with %s is tried again, with %i warnings', async (error, count) => {
  let tries = 0;
  const queue = jobs.queue<object>('work', async () => {
    tries += 1;
    if (tries === 1) throw error;
  });
  await queue.send({});
  await jobs.start();
  await expect.poll(async () => (await find('work'))?.state).toBe('retry');
  await retryJobs(database.db, 'work');
  await expect.poll(async () => (await find('work'))?.state).toBe('completed');
  expect(warnings).toHaveLength(count);
});

test('a daily run that was missed because no process was running takes place once at the next start', async () => {
  const done: string[] = [];
  const begin = async () => {
    const hours = (new Date().getUTCHours() + 12) % 24;
    for (const [name, catchesUp] of [
      ['kept', true],
      ['missed', false],
    ] as const)
      jobs.every(name, `0 ${hours} * * *`, async () => void done.push(name), { catchesUp });
    await jobs.start();
  };
  await begin();
  await jobs.stop();
  await database.pool.query("update jobs.schedule set created_on = now() - interval '4 days'");
  await database.pool.query("update jobs.version set cron_on = now() - interval '3 days'");
  jobs = createJobs({ pool: database.pool, log: quietLog, databaseEvents: noDatabaseEvents });
  await begin();
  await expect.poll(() => done).toEqual(['kept']);
});
