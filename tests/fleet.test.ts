// Needs the built pages.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from './harness/database.ts';
import { startFleet } from './harness/fleet.ts';

// Three processes that share only a database and a bucket, behind a round-robin proxy, under constant load.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let fleet: Awaited<ReturnType<typeof startFleet>>;
let admin: string;
let isOver = false;
let load: Promise<number>[];

type Asked = { token?: string; body?: unknown; on?: string };
async function ask(method: string, path: string, { token, body, on = fleet.url }: Asked = {}) {
  const answer = await fetch(`${on}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') && text;
  return {
    status: answer.status,
    by: answer.headers.get('x-answered-by'),
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
const signIn = async (email: string, password: string) =>
  (await ask('POST', '/auth/v1/token?grant_type=password', { body: { email, password } })).body;

/** Reads constantly, and counts wrong answers. */
async function readers(): Promise<number> {
  let failures = 0;
  while (!isOver)
    for (const path of ['/', '/browse', '/api/v1/prompts', '/api/v1/tiers', '/pricing'])
      if ((await ask('GET', path)).status !== 200) failures += 1;
  return failures;
}

beforeAll(async () => {
  database = await createTestDatabase();
  fleet = await startFleet({
    connectionString: database.connectionString,
    environment: { RATE_LIMITS: 'on' },
  });
  admin = (await signIn('admin@example.com', 'admin-password')).access_token;
  load = [readers(), readers(), readers(), readers()];
  // A reader whose connection breaks with its process is counted at the end.
  for (const reader of load) reader.catch(() => undefined);
});
afterAll(async () => {
  isOver = true;
  await Promise.allSettled(load);
  await fleet.stop();
  await database.drop();
});

test('requests go to the processes in turn', async () => {
  const by = new Set<string | null>();
  // The readers' requests take turns, too.
  await expect.poll(async () => by.add((await ask('GET', '/healthz')).by).size).toBe(3);
});

test('sessions are valid in every process, and end in all of them', async () => {
  const { body: session } = await ask('POST', '/auth/v1/signup', {
    body: { email: 'one@example.com', password: 'one-password' },
  });
  const statuses = (token: string) =>
    Promise.all(fleet.targets.map(async (on) => (await ask('GET', '/api/v1/profile', { token, on })).status));
  expect(await statuses(session.access_token)).toEqual([200, 200, 200]);
  let refreshToken = session.refresh_token;
  let token = session.access_token;
  for (const on of [...fleet.targets, ...fleet.targets]) {
    const renewed = await ask('POST', '/auth/v1/token?grant_type=refresh_token', {
      on,
      body: { refresh_token: refreshToken },
    });
    expect(renewed.status, renewed.text).toBe(200);
    ({ refresh_token: refreshToken, access_token: token } = renewed.body);
  }
  expect((await ask('POST', '/auth/v1/logout', { token })).status).toBe(204);
  expect(await statuses(token)).toEqual([401, 401, 401]);
});

test("an admin's changes are on every page at once", async () => {
  const tier = {
    price: 900,
    daily_copy_limit: 10,
    trial_days: 0,
    access_level: 1,
    featured: false,
    features: [],
  };
  const made = await ask('POST', '/api/v1/admin/tiers', { token: admin, body: { name: 'Round 0', ...tier } });
  expect(made.status, made.text).toBe(201);
  for (let round = 1; round <= 10; round += 1) {
    const body = { name: `Round ${round}`, ...tier };
    expect((await ask('PATCH', `/api/v1/admin/tiers/${made.body.id}`, { token: admin, body })).status).toBe(
      200,
    );
    for (const on of fleet.targets) {
      // Processes that don't answer within a second aren't waited for.
      for (const path of ['/pricing', '/api/v1/tiers'])
        await expect
          .poll(async () => (await ask('GET', path, { on })).text, { timeout: 10_000 })
          .toContain(`Round ${round}`);
    }
  }
});

test('rate limits count across all processes', async () => {
  const calls = Array.from({ length: 60 }, () =>
    ask('POST', '/auth/v1/verify', { body: { type: 'recovery', token_hash: 'unknown' } }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test('a job runs once, in any of the processes', async () => {
  const emails = ['two@example.com', 'three@example.com', 'four@example.com'];
  for (const email of emails)
    await ask('POST', '/auth/v1/signup', { body: { email, password: 'a-password' } });
  await database.db.deleteFrom('rate_limits').execute();
  for (const email of emails)
    for (const on of fleet.targets)
      await ask('POST', '/functions/v1/send-welcome-email', { on, body: { email } });
  const outbox = async () => {
    const folders = fleet.folders.map((folder) => readdir(join(folder, 'outbox')).catch(() => []));
    return (await Promise.all(folders)).flat().filter((name) => name.endsWith('.eml')).length;
  };
  await expect.poll(outbox).toBe(emails.length);
});

test('pictures are in the bucket, for every process', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const answer = await fetch(`${fleet.url}/api/v1/admin/media/prompts/red.png`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  expect(answer.status).toBeLessThan(300);
  const { url } = (await answer.json()) as { url: string };
  expect((await fetch(url)).status).toBe(200);
  expect(fleet.bucket.names()).toHaveLength(2);
});

test('losing a process only fails its running requests, and all other answers are correct', async () => {
  await fleet.lose(2);
  for (let count = 0; count < 6; count += 1) expect((await ask('GET', '/api/v1/tiers')).status).toBe(200);
  isOver = true;
  const failures = (await Promise.allSettled(load)).map((reader) =>
    reader.status === 'fulfilled' ? reader.value : 1,
  );
  // Requests that the lost process was working on.
  expect(failures.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(load.length);
});
