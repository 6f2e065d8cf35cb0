import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
