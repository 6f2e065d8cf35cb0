import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.server.ts';
import { migrate } from '#platform/database/migrate.server.ts';
import { openReplica } from '#platform/database/replica.server.ts';
import { buildMember, buildPrompt } from './harness/build.ts';
import { quietLog } from './harness/postgres.ts';
import { startReplicatedPostgres } from './harness/replica.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// A real PostgreSQL and a streaming replica.
let servers: Awaited<ReturnType<typeof startReplicatedPostgres>>;
let site: TestSite;
let replica: pg.Client;
let opened: ReturnType<typeof openDatabase>;
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  opened = openDatabase(servers.primary, quietLog, 5);
  await migrate(opened.db);
  site = await createTestSite({
    database: { ...opened, connectionString: servers.primary, drop: async () => undefined },
    environment: { DATABASE_READ_URL: servers.replica },
  });
  replica = new pg.Client({ connectionString: servers.replica });
  // The replica is stopped in the last test.
  replica.on('error', () => undefined);
  await replica.connect();
  member = await buildMember(site, { level: 1 });
});
afterAll(async () => {
  await replica.end().catch(() => undefined);
  await site.stop();
  await opened.db.destroy();
  await servers.stop();
});

/** The site's last queries to the replica. */
const lastAsked = async () => {
  const { rows } = await replica.query(
    "select string_agg(query, ';') as asked from pg_stat_activity where application_name = 'promptory'",
  );
  return String(rows[0]?.asked);
};
const titles = async (path = '/api/v1/prompts') =>
  (await site.api('GET', path, { token: member.token })).body.items.map(
    ({ title }: { title: string }) => title,
  );

test('lists and items come from the replica', async () => {
  const { slug } = await buildPrompt(site, { title: 'From the copy', tier_access: 1 });
  await expect
    .poll(async () => {
      await titles();
      return lastAsked();
    })
    .toContain('from "prompts"');
  expect(
    (await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token })).body.prompt_body,
  ).toBeTruthy();
});

test('members read their own writes at once, however far behind the replica is', async () => {
  for (let count = 0; count < 20; count += 1) {
    const { title, slug } = await buildPrompt(site);
    expect(await titles()).toContain(title);
    const vote = await site.api('PUT', `/api/v1/prompts/${slug}/vote`, { token: member.token });
    expect(vote.body.is_upvoted).toBe(true);
    const read = await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token });
    expect([read.body.is_upvoted, read.body.vote_count]).toEqual([true, 1]);
  }
  await replica.query('select pg_wal_replay_pause()');
  const { title } = await buildPrompt(site);
  expect(await titles()).toContain(title);
  expect(await titles('/api/v1/prompts?q=prompt&sort=newest')).toContain(title);
  await replica.query('select pg_wal_replay_resume()');
});

test('a replica that lags, whose lag is unknown, or that was promoted has not caught up', async () => {
  const open = (position: string | undefined) =>
    openReplica(
      servers.replica,
      quietLog,
      { position: async () => position },
      { max: { members: 1, visitors: 1 }, members: {}, visitors: {} },
    );
  const [known, unknown, lagging] = [open('0/1'), open(undefined), open('1/0')];
  await expect.poll(known.hasCaughtUp).toBe(true);
  for (const { hasCaughtUp } of [unknown, lagging]) expect(await hasCaughtUp()).toBe(false);
  await replica.query('select pg_promote()');
  await expect.poll(known.hasCaughtUp).toBe(false);
  await Promise.all([known, unknown, lagging].map(({ stop }) => stop()));
});

test('the site works without the replica', async () => {
  await servers.stopReplica();
  const { title } = await buildPrompt(site);
  expect(await titles()).toContain(title);
  expect(await titles()).toContain(title);
});
