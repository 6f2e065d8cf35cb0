import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/harness/database.ts';
import { quietLog } from '#tests/harness/postgres.ts';
import {
  type DatabaseEvents,
  listenToDatabase,
  noDatabaseEvents,
} from '../database/database-events.server.ts';
import { createJobs, NonRetryableError } from './jobs.server.ts';

type Work = { name: string };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const started: ReturnType<typeof createJobs>[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
  await database.drop();
});

/** A process that runs the queue's jobs and records them. `work` may throw. Without `databaseEvents`, it polls twice a second. */
function createProcess(
  work: (data: Work, id: string) => Promise<void> = async () => undefined,
  databaseEvents: DatabaseEvents = noDatabaseEvents,
  options: { groups?: { of(data: Work): string; atOnce: number }; hasHeartbeat?: boolean } = {},
) {
  const done: string[] = [];
  const jobs = createJobs({ pool: database.pool, log: quietLog, databaseEvents });
  started.push(jobs);
  const queue = jobs.queue<Work>(
    'work',
    async (data, id) => {
      await work(data, id);
      done.push(data.name);
    },
    options,
  );
  return { jobs, queue, done };
}
const states = async (name = 'work') => {
  const { rows } = await sql<{
    state: string;
  }>`select state from jobs.job where name = ${name} order by created_on`.execute(database.db);
  return rows.map(({ state }) => state);
};
/** Makes retries due now. */
const hurry = () => sql`update jobs.job set start_after = now() where state = 'retry'`.execute(database.db);

describe('a job', () => {
  test("doesn't wait for other groups, even if two of them are slow", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const groups = { of: ({ name }: Work) => name.slice(0, 1), atOnce: 3 };
    const isQuick = (name: string) => name.startsWith('c');
    const worker = createProcess(
      ({ name }) => (isQuick(name) ? Promise.resolve() : answered),
      noDatabaseEvents,
      { groups },
    );
    const names = ['a1', 'c1', 'a2', 'c2', 'a3', 'c3', 'b1', 'c4', 'b2', 'c5', 'b3', 'c6', 'c7', 'c8'];
    for (const name of names) await worker.queue.send({ name });
    await worker.jobs.start();
    await expect.poll(() => worker.done.toSorted()).toEqual(names.filter(isQuick));
    answer();
    await expect.poll(() => worker.done).toHaveLength(names.length);
  });

  test('runs once, even if it was sent before any process worked, or if several do', async () => {
    const [first, second] = [createProcess(), createProcess()];
    for (const name of ['a', 'b', 'c']) await first.queue.send({ name });
    expect([...first.done, ...second.done]).toEqual([]);
    await Promise.all([first.jobs.start(), second.jobs.start()]);
    await Promise.all(['d', 'e', 'f'].map((name) => second.queue.send({ name })));
    await expect.poll(() => [...first.done, ...second.done].sort().join('')).toBe('abcdef');
    await expect.poll(() => states()).toEqual(Array(6).fill('completed'));
  });

  const ages = ['a new site', 'a site with jobs'];
  test.each(ages)('of %s is stored even while all other connections wait for the first one', async (age) => {
    if (age === ages[1]) {
      const earlier = createProcess();
      await earlier.jobs.start();
      await earlier.jobs.stop();
    }
    const { queue, jobs } = createProcess();
    const starting = jobs.start();
    const { max } = database.pool.options;
    const names = Array.from({ length: max }, (_, number) => `job ${number}`);
    await Promise.all(
      names.map((name) =>
        database.db.transaction().execute(async (transaction) => {
          await sql`select pg_advisory_xact_lock(1)`.execute(transaction);
          await queue.send({ name }, transaction);
        }),
      ),
    );
    await starting;
    await expect.poll(() => states()).toHaveLength(names.length);
  });

  test('runs one query at a time on a connection', async () => {
    let max = 0;
    database.pool.on('connect', (client) => {
      let asked = 0;
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const counted = (...given: unknown[]) => {
        const answer = query(...given);
        if (!(answer instanceof Promise)) return answer;
        max = Math.max(max, ++asked);
        return answer.finally(() => {
          asked -= 1;
        });
      };
      Object.assign(client, { query: counted });
    });
    const { queue, jobs } = createProcess();
    await jobs.start();
    await queue.send({ name: 'any' });
    await expect.poll(() => states()).toEqual(['completed']);
    expect(max).toBe(1);
  });

  test('that waits for a slow receiver leaves places for others', async () => {
    const jobs = createJobs({ pool: database.pool, log: quietLog, databaseEvents: noDatabaseEvents });
    started.push(jobs);
    const done: string[] = [];
    let [slow, max] = [0, 0];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const queue = jobs.queue<Work>(
      'work',
      async ({ name }) => {
        if (name === 'slow') {
          slow += 1;
          max = Math.max(max, slow);
          await released;
          slow -= 1;
        }
        done.push(name);
      },
      { groups: { of: ({ name }) => name, atOnce: 3 } },
    );
    for (const name of ['slow', 'fast'])
      for (let count = 0; count < 12; count += 1) await queue.send({ name });
    await jobs.start();
    await expect.poll(() => done).toEqual(Array(12).fill('fast'));
    expect(max).toBe(3);
    release();
    await expect.poll(() => done).toHaveLength(24);
    expect(max).toBe(3);
  });

  test('with a higher priority runs before jobs that have waited longer', async () => {
    const { jobs, queue, done } = createProcess();
    for (let count = 0; count < 30; count += 1) await queue.send({ name: 'bulk' }, undefined, -10);
    await queue.send({ name: 'usual' });
    await queue.send({ name: 'awaited' }, undefined, 10);
    await jobs.start();
    await expect.poll(() => done).toHaveLength(32);
    expect(done.slice(0, 10)).toEqual(expect.arrayContaining(['awaited', 'usual']));
  });

  test('sent in a transaction exists only if the transaction is committed', async () => {
    const { jobs, queue, done } = createProcess();
    await jobs.start();
    await database.db.transaction().execute((transaction) => queue.send({ name: 'kept' }, transaction));
    await database.db
      .transaction()
      .execute(async (transaction) => {
        await queue.send({ name: 'taken back' }, transaction);
        throw new Error('roll back');
      })
      .catch(() => undefined);
    await queue.send({ name: 'last' });
    await expect.poll(() => done.toSorted()).toEqual(['kept', 'last']);
    expect(await states()).toHaveLength(2);
  });

  test('that fails is retried with the same id until it succeeds', async () => {
    const ids: string[] = [];
    const { jobs, queue, done } = createProcess(async (_data, id) => {
      ids.push(id);
      if (ids.length < 3) throw new Error('not yet');
    });
    await jobs.start();
    await queue.send({ name: 'stubborn' });
    await expect
      .poll(async () => {
        await hurry();
        return done;
      })
      .toEqual(['stubborn']);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  test('that fails does not hold up the others', async () => {
    const { jobs, queue, done } = createProcess(async ({ name }) => {
      if (name === 'bad') throw new Error('bad');
    });
    for (const name of ['one', 'bad', 'two', 'three']) await queue.send({ name });
    await jobs.start();
    await expect.poll(() => done.toSorted()).toEqual(['one', 'three', 'two']);
    await expect.poll(() => states()).toContain('retry');
  });

  test("that can never succeed isn't retried, keeps the reason, and can be queued again", async () => {
    let isPoisoned = true;
    let tries = 0;
    const { jobs, queue, done } = createProcess(async () => {
      tries += 1;
      if (isPoisoned) throw new NonRetryableError('no such mailbox');
    });
    await jobs.start();
    await queue.send({ name: 'letter' });
    await expect.poll(() => states('dead-letters')).toHaveLength(1);
    await hurry();
    await queue.send({ name: 'next' });
    await expect.poll(() => tries).toBe(2);
    const { rows } = await sql<{
      text: string;
    }>`select output::text as text from jobs.job where name = 'work' and output is not null`.execute(
      database.db,
    );
    expect(rows[0]?.text).toContain('no such mailbox');
    isPoisoned = false;
    await expect.poll(() => states('dead-letters')).toHaveLength(2);
    expect(await jobs.redrive()).toBe(2);
    await expect.poll(() => done.toSorted()).toEqual(['letter', 'next']);
  });
});

describe('a process that is notified of new jobs', () => {
  const listen = () =>
    listenToDatabase({ connectionString: database.connectionString, publicUrl: '', log: quietLog });

  // With polling, these jobs would take longer than the test's timeout.
  test('runs each job as soon as it is sent, even by another process', async () => {
    const events = await listen();
    const worker = createProcess(undefined, events);
    await worker.jobs.start();
    const other = createProcess();
    for (let time = 0; time < 500; time += 1) {
      await (time % 2 === 0 ? worker : other).queue.send({ name: String(time) });
      await expect.poll(() => worker.done, { interval: 5 }).toHaveLength(time + 1);
    }
    await events.stop();
  });

  test.each([
    ['one batch after the other', {}],
    ['of one group, too', { groups: { of: () => 'one', atOnce: 3 } }],
    ['of several groups', { groups: { of: ({ name }: Work) => name.slice(-1), atOnce: 3 } }],
  ])('does many that have waited %s', async (_, options) => {
    const events = await listen();
    const names = Array.from({ length: 500 }, (_, index) => String(index));
    const worker = createProcess(undefined, events, options);
    await Promise.all(names.map((name) => worker.queue.send({ name })));
    await worker.jobs.start();
    await expect.poll(() => new Set(worker.done), { timeout: 120_000 }).toEqual(new Set(names));
    await events.stop();
  });

  test('is notified of jobs in a queue created by a release without notifications', async () => {
    const notifies = async () =>
      (await database.pool.query('select notify from jobs.queue order by name')).rows;
    const old = createProcess();
    await old.jobs.start();
    await database.pool.query('update jobs.queue set notify = false');
    const worker = createProcess();
    await worker.jobs.start();
    // Dead letters aren't processed.
    expect(await notifies()).toEqual([{ notify: false }, { notify: false }, { notify: true }]);
  });

  test('learns that it may have missed some after a lost connection, and receives them again', async () => {
    const events = await listen();
    const heard: string[] = [];
    const { close } = await events.listen(
      'Some channel',
      (payload) => heard.push(payload),
      () => heard.push('missed'),
    );
    const say = (what: string) => database.pool.query('select pg_notify($1, $2)', ['Some channel', what]);
    await say('first');
    await expect.poll(() => heard).toEqual(['first']);
    const { rowCount } = await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'promptory events%'",
    );
    expect(rowCount).toBe(1);
    await expect.poll(() => heard).toEqual(['first', 'missed']);
    await say('second');
    await expect.poll(() => heard).toEqual(['first', 'missed', 'second']);
    await close();
    await say('third');
    await events.isUpToDate();
    expect(heard).toHaveLength(3);
    await events.stop();
  });
});

describe('a process that stops', () => {
  test('finishes running jobs, starts no new ones, and can still send', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const { jobs, queue, done } = createProcess(async ({ name }) => {
      begun.push(name);
      await held;
    });
    await jobs.start();
    await queue.send({ name: 'under way' });
    await expect.poll(() => begun).toEqual(['under way']);
    const pausing = jobs.pause();
    await queue.send({ name: 'later' });
    release();
    await pausing;
    await expect.poll(() => done).toEqual(['under way']);
    expect(begun).toEqual(['under way']);
    const other = createProcess();
    await other.jobs.start();
    await expect.poll(() => other.done).toEqual(['later']);
  });
});

describe('a scheduled job', () => {
  test('has one schedule, however many processes define it', async () => {
    for (let time = 0; time < 2; time += 1) {
      const jobs = createJobs({ pool: database.pool, log: quietLog });
      started.push(jobs);
      jobs.every('tidy', '17 * * * *', async () => undefined);
      await jobs.start();
    }
    const { rows } = await sql<{ name: string; cron: string }>`select name, cron from jobs.schedule`.execute(
      database.db,
    );
    expect(rows).toEqual([{ name: 'tidy', cron: '17 * * * *' }]);
  });

  test('runs again after a process was killed in the middle, even in a queue of a release without heartbeats', async () => {
    let runs = 0;
    const startProcess = async () => {
      const { jobs, done } = createProcess(undefined, noDatabaseEvents, { hasHeartbeat: true });
      jobs.every('tidy', '17 * * * *', async () => {
        runs += 1;
      });
      await jobs.start();
      return { jobs, done };
    };
    const add = (name: string, state: string) =>
      database.pool.query(
        `insert into jobs.job (name, data, state, policy, retry_limit, expire_seconds, heartbeat_seconds, started_on, heartbeat_on)
         select name, '{"name":"begun"}', $2, policy, retry_limit, expire_seconds, heartbeat_seconds, now(), now() from jobs.queue where name = $1`,
        [name, state],
      );
    await (await startProcess()).jobs.stop();
    await database.pool.query('update jobs.queue set heartbeat_seconds = null');
    const { done } = await startProcess();
    await add('work', 'active');
    await add('tidy', 'active');
    await expect(add('tidy', 'created')).rejects.toThrow('duplicate key');
    await expect.poll(() => states('tidy'), { timeout: 120_000 }).toEqual(['failed']);
    await add('tidy', 'created');
    await expect.poll(() => runs).toBe(1);
    await expect
      .poll(async () => {
        await hurry();
        return done;
      })
      .toEqual(['begun']);
  });

  test('of the site runs every minute, every hour or once a day, as scheduled', async () => {
    const { createTestSite } = await import('#tests/harness/site.ts');
    const site = await createTestSite({ keepsSchedule: true });
    const schedules = async () =>
      (
        await sql<{ name: string; cron: string }>`select name, cron from jobs.schedule order by name`.execute(
          site.db,
        )
      ).rows;
    await expect.poll(schedules).toEqual([
      { name: 'billing-due', cron: '* * * * *' },
      { name: 'billing-reconcile', cron: '17 * * * *' },
      { name: 'comments-waiting', cron: '37 * * * *' },
      { name: 'figures', cron: '11 * * * *' },
      { name: 'gift-reminders', cron: '29 * * * *' },
      { name: 'imports-resume', cron: '* * * * *' },
      { name: 'mailings-due', cron: '* * * * *' },
      { name: 'publish-due', cron: '* * * * *' },
      { name: 'replies-due', cron: '* * * * *' },
      { name: 'retention', cron: '41 3 * * *' },
      { name: 'unused-pictures', cron: '23 * * * *' },
      { name: 'webhooks-due', cron: '* * * * *' },
    ]);
    await site.stop();
  });
});
