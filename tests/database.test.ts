import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import {
  isBadInput,
  isDatabaseAway,
  isReferenceGone,
  openDatabase,
  waitForDatabase,
} from '#platform/database/database.server.ts';
import { appliedMigrations, migrate, migrationNames } from '#platform/database/migrate.server.ts';
import { openReplica } from '#platform/database/replica.server.ts';
import { release } from '#platform/release.server.ts';
import { createTestDatabase } from './harness/database.ts';
import { generateTypes, typesFile } from './harness/generate-types.ts';
import { dropDatabase, newDatabaseName, query, quietLog, withDatabase } from './harness/postgres.ts';
import { createTestSite } from './harness/site.ts';

/** Where the migrations of the last release end. */
const released = { version: '0.4.0', last: '0135_redeemed_by_address', before: 84 };

describe('migrations', () => {
  test('are numbered after those of the last release, or its backups could not be restored', async () => {
    expect(release).toBe(released.version);
    expect((await migrationNames()).indexOf(released.last)).toBe(released.before);
  });

  let name: string;
  let url: string;
  beforeAll(async () => {
    name = newDatabaseName();
    await query(inject('testServer').url, `create database ${name} encoding 'UTF8' template template0`);
    url = withDatabase(inject('testServer').url, name);
  });
  afterAll(() => dropDatabase(inject('testServer').url, name));

  test('of processes that start at once, one migrates and the others wait', async () => {
    const processes = Array.from({ length: 4 }, () => openDatabase(url, quietLog, 2));
    const applied = await Promise.all(processes.map(({ db }) => migrate(db)));
    expect(applied.filter((names) => names.length > 0)).toEqual([await migrationNames()]);
    await Promise.all(processes.map(({ db }) => db.destroy()));
  });

  test('that are all applied delay no start, even while another process holds the lock', async () => {
    const { db } = openDatabase(url, quietLog, 2);
    // The lock key of Kysely's PostgreSQL adapter.
    await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(3853314791062309107)`.execute(connection);
      expect(await migrate(db)).toEqual([]);
      await sql`select pg_advisory_unlock(3853314791062309107)`.execute(connection);
    });
    await db.destroy();
  });

  test('interrupted halfway leave nothing behind, and the next start completes them', async () => {
    const { db } = openDatabase(url, quietLog, 2);
    await sql.raw('drop schema auth cascade; drop schema public cascade; create schema public').execute(db);
    // Kills the connection while the migration holds its locks.
    const killer = openDatabase(url, quietLog, 2);
    const running = migrate(db).then(
      () => 'done',
      () => 'cut',
    );
    await killer.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await running;
    await db.destroy();
    await migrate(killer.db);
    expect(await appliedMigrations(killer.db)).toEqual(await migrationNames());
    await killer.db.destroy();
  });

  test('complete what the sandbox of release 0.2 has recorded', async () => {
    const { pool, close } = openDatabase(url, quietLog, 1);
    const createdAt = '2026-01-31T10:00:00.000Z';
    const periodEnd = '2026-02-28T10:00:00.000Z';
    const plan = { priceId: 'price_sandbox_1', createdAt, periodStart: createdAt, periodEnd };
    const payment = { amount: 1_900, currency: 'usd', isRefunded: true, isDisputed: false };
    const invoice = { id: 'in_1', subscriptionId: 'sub_1', paidUntil: periodEnd };
    const objects = [
      ['sub_1', 'subscription', { ...plan, trialEnd: null, anchor: null }],
      ['sub_2', 'subscription', { ...plan, trialEnd: periodEnd, anchor: periodEnd }],
      ['ch_1', 'charge', { ...payment, invoice }],
      ['ch_2', 'charge', { ...payment, invoice: null }],
    ] as const;
    // A temporary table comes before the site's own of the same name.
    await pool.query('create temp table sandbox_objects (like public.sandbox_objects including all)');
    for (const [id, kind, data] of objects)
      await pool.query('insert into sandbox_objects values ($1, $2, $3, $4)', [id, kind, data, createdAt]);
    await pool.query(
      await readFile(new URL('../db/migrations/0140_sandbox_of_early_releases.sql', import.meta.url), 'utf8'),
    );
    const { rows } = await pool.query('select id, data from sandbox_objects');
    expect(Object.fromEntries(rows.map(({ id, data }) => [id, data]))).toMatchObject({
      sub_1: { anchor: createdAt },
      sub_2: { anchor: periodEnd },
      ch_1: { isDisputeLost: false, invoice: { id: 'in_1' } },
      ch_2: { isDisputeLost: false, invoice: null },
      in_1: {
        subscriptionId: 'sub_1',
        status: 'paid',
        amountPaid: 1_900,
        paidAt: createdAt,
        lines: [{ priceId: 'price_sandbox_1', amount: 1_900, startsAt: createdAt, endsAt: periodEnd }],
      },
    });
    await close();
  });
});

test('a migration leaves each category and tag of an item once, the first of equal ones', async () => {
  const { db, drop } = await createTestDatabase();
  const repeated = { category: 'foo, Bar, Foo,bar', tags: ['x', 'Y', 'X', 'y', 'z'] };
  const items = [
    { title: 'Repeated', ...repeated },
    { title: 'Left alone', category: 'One,  Two', tags: ['a', 'b'] },
  ];
  for (const [index, { title, ...item }] of items.entries()) {
    await db
      .insertInto('prompts')
      .values({ title, slug: `item-${index}`, prompt_body: 'x', ...item })
      .execute();
    await db
      .insertInto('playbooks')
      .values({ title, slug: `item-${index}`, ...item })
      .execute();
  }
  const migration = await readFile(
    new URL('../db/migrations/0143_repeated_names.sql', import.meta.url),
    'utf8',
  );
  await sql.raw(migration).execute(db);
  for (const table of ['prompts', 'playbooks'] as const) {
    const rows = await db.selectFrom(table).select(['category', 'tags']).orderBy('slug').execute();
    expect(rows).toEqual([
      { category: 'foo, Bar', tags: ['x', 'Y', 'z'] },
      { category: 'One,  Two', tags: ['a', 'b'] },
    ]);
  }
  await drop();
});

test('a connection without limits has none, whatever its role or database says', async () => {
  const { connectionString, db, drop } = await createTestDatabase();
  const name = new URL(connectionString).pathname.slice(1);
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`alter database ${sql.id(name)} set ${sql.raw(limit)} = '1s'`.execute(db);
  const opened = openDatabase(connectionString, quietLog, 1, { statementMilliseconds: 0 });
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    expect((await opened.pool.query(`show ${limit}`)).rows).toEqual([{ [limit]: '0' }]);
  await opened.close();
  await drop();
});

test('an abandoned transaction is rolled back', async () => {
  const { pool, close } = openDatabase(inject('testServer').url, quietLog, 1, {
    idleTransactionMilliseconds: 50,
  });
  const client = await pool.connect();
  await client.query('begin');
  await delay(300);
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  await close();
});

test('a reference to a deleted row is told apart from deleting a row that is still referenced', async () => {
  const { pool, close } = openDatabase(inject('testServer').url, quietLog, 1);
  const client = await pool.connect();
  await client.query(
    'create temp table owner (id int primary key); create temp table owned (id int references owner); insert into owner values (1)',
  );
  const failure = (text: string) => client.query(text).catch((error: unknown) => error);
  expect(isReferenceGone(await failure('insert into owned values (2)'))).toBe(true);
  await client.query('insert into owned values (1)');
  for (const text of ['delete from owner', 'update owner set id = 3'])
    expect([text, isReferenceGone(await failure(text))]).toEqual([text, false]);
  client.release();
  await close();
});

test.each([
  ["E'\\xff'::text", 'text that is no UTF-8'],
  ["'no-id'::uuid", 'an id'],
  ["'999999999999'::integer", 'a number out of range'],
  ["'2024-13-45'::timestamptz", 'a day'],
  ["'2024-01-01 00:00:00+16'::timestamptz", 'an offset'],
])('%s is bad input: %s', async (value) => {
  const error = await query(inject('testServer').url, `select ${value}`).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isBadInput(error)).toBe(true);
});

describe('the schema', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('matches its generated types', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'promptory-types-'));
    const fresh = join(folder, 'database.types.ts');
    await generateTypes(database.connectionString, fresh);
    expect(await readFile(typesFile, 'utf8')).toBe(await readFile(fresh, 'utf8'));
    await rm(folder, { recursive: true });
  });

  test('leaves members without a tier when theirs is deleted, and takes an item’s marks with it', async () => {
    const { pool } = database;
    const one = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows[0];
    const tier = await one("insert into tiers (name) values ('T') returning id");
    const user = await one(
      "insert into auth.users (email, password_hash) values ('a@example.com', 'x') returning id",
    );
    await one("insert into profiles (id, email, tier_id) values ($1, 'a@example.com', $2)", user.id, tier.id);
    const prompt = await one(
      "insert into prompts (slug, title, prompt_body) values ('p', 'P', 'x') returning id",
    );
    for (const table of ['votes', 'user_favorites']) {
      const insert = `insert into ${table} (target_type, target_id, user_id) values ('prompt', $1, $2)`;
      await one(insert, prompt.id, user.id);
      await expect(one(insert, prompt.id, user.id)).rejects.toThrow('duplicate key');
      await expect(one(insert, user.id, user.id)).rejects.toThrow('foreign key');
    }
    expect(await one('select vote_count from prompts')).toEqual({ vote_count: 1 });
    await one('delete from tiers');
    expect(await one('select tier_id from profiles')).toEqual({ tier_id: null });
    await one('delete from prompts');
    expect(await one('select count(*)::int as n from votes')).toEqual({ n: 0 });
    expect(await one('select count(*)::int as n from user_favorites')).toEqual({ n: 0 });
  });

  test.each([
    "insert into prompts (slug, title, prompt_body) values ('Bad Slug', 'x', 'x')",
    `insert into prompts (slug, title, prompt_body) values ('${'x'.repeat(101)}', 'x', 'x')`,
    "insert into prompts (slug, title, prompt_body, prompt_type) values ('a', 'x', 'x', 'Smell')",
    "insert into prompts (slug, title, prompt_body, status) values ('a', 'x', 'x', 'hidden')",
    "insert into prompts (slug, title, prompt_body, difficulty) values ('a', 'x', 'x', 'expert')",
    "insert into prompts (slug, title, prompt_body, tier_access) values ('a', 'x', 'x', -1)",
    "insert into playbooks (slug, title, price) values ('a', 'x', -1)",
    "insert into tiers (name, price) values ('x', -1)",
  ])('refuses %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/violates check constraint/);
  });
});

test('a database whose host name no longer exists, as after a container stops, counts as unavailable', async () => {
  const { db, close } = openDatabase('postgres://nobody@database.invalid/none', quietLog, 1);
  const error = await sql`select 1`.execute(db).catch((error: unknown) => error);
  expect([String(error), isDatabaseAway(error)]).toEqual([expect.stringContaining('database.invalid'), true]);
  await close();
});

test("a database that doesn't answer in time at startup is named by its variable", async () => {
  const { pool, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', quietLog, 1);
  const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() - 31_000);
  await expect(waitForDatabase(pool, quietLog)).rejects.toThrow(
    'DATABASE_URL does not accept connections: connect ECONNREFUSED 127.0.0.1:1',
  );
  clock.mockRestore();
  await close();
});

describe('an address besides that of the database, where nothing answers', () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/none';

  test('of the server itself is named by its variable when a site starts', async () => {
    await expect(createTestSite({ environment: { DATABASE_DIRECT_URL: nowhere } })).rejects.toThrow(
      'DATABASE_DIRECT_URL: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  test('of a replica is named by its variable in the log', async () => {
    const warn = vi.fn();
    const max = { members: 1, visitors: 1 };
    const events = { position: async () => '0/1' };
    const replica = openReplica(nowhere, { ...quietLog, warn }, events, { max, members: {}, visitors: {} });
    expect(await replica.hasCaughtUp()).toBe(false);
    expect(warn.mock.calls).toEqual([
      ['The replica is not in use at the moment', { error: expect.stringMatching(/^DATABASE_READ_URL: /) }],
    ]);
    await replica.stop();
  });
});

test('a replica that fails is left alone for a second, and its failure logged once', async () => {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const warn = vi.fn();
  const { port } = server.address() as AddressInfo;
  const replica = openReplica(
    `postgres://nobody@127.0.0.1:${port}/none`,
    { ...quietLog, warn },
    { position: async () => '0/1' },
    { max: { members: 1, visitors: 1 }, members: {}, visitors: {} },
  );
  for (let time = 0; time < 3; time += 1) expect(await replica.hasCaughtUp()).toBe(false);
  expect(asked).toBe(1);
  await expect
    .poll(async () => {
      await replica.hasCaughtUp();
      return asked;
    })
    .toBe(2);
  expect(warn).toHaveBeenCalledTimes(1);
  await replica.stop();
  server.close();
});
