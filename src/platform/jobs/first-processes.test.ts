import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/harness/database.ts';
import { quietLog } from '#tests/harness/postgres.ts';
import { createJobs } from './jobs.server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('two processes that create the tables at the same moment leave no connection in a failed transaction', async () => {
  await sql`drop schema if exists jobs cascade`.execute(database.db);
  const { pool } = database;
  const done: string[] = [];
  const processes = [0, 1].map(() => {
    const jobs = createJobs({ pool, log: quietLog });
    const queue = jobs.queue<{ name: string }>('work', async ({ name }) => void done.push(name));
    return { jobs, queue };
  });
  await Promise.all(processes.map(({ jobs }) => jobs.start()));
  // Each query takes its own connection.
  const answers = await Promise.allSettled(
    Array.from({ length: pool.totalCount }, () => pool.query('select 1')),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'fulfilled'));
  for (const { queue } of processes) await queue.send({ name: 'sent' });
  await expect.poll(() => done).toEqual(['sent', 'sent']);
  for (const { jobs } of processes) await jobs.stop();
});

test('a process that could not start all jobs starts only the others when it tries again', async () => {
  const jobs = createJobs({ pool: database.pool, log: quietLog });
  const done: string[] = [];
  const queue = jobs.queue<{ name: string }>('begun', async ({ name }) => void done.push(name));
  jobs.every('daily', '0 3 * * *', async () => undefined);
  const work = vi.spyOn(PgBoss.prototype, 'work');
  const schedule = vi.spyOn(PgBoss.prototype, 'schedule');
  onTestFinished(() => void vi.restoreAllMocks());
  schedule.mockRejectedValueOnce(new Error('The database is away.'));
  await jobs.start();
  await jobs.start();
  expect(work.mock.calls.map(([name]) => name)).toEqual(['begun', 'daily']);
  await queue.send({ name: 'a' });
  await expect.poll(() => done).toEqual(['a']);
  await jobs.stop();
});
