// Needs the built pages.
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenToDatabase } from '#platform/database/database-events.server.ts';
import { buildAdmin, buildTier } from './harness/build.ts';
import { promptory } from './harness/command-line.ts';
import { createTestDatabase } from './harness/database.ts';
import { quietLog } from './harness/postgres.ts';
import { appSecret, createTestSite, type TestSite } from './harness/site.ts';

// Three sites on one database, with their own caches and connections, like processes.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sites: TestSite[];
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  database = await createTestDatabase();
  sites = [
    await createTestSite({ database }),
    await createTestSite({ database }),
    await createTestSite({ database }),
  ];
  admin = await buildAdmin(first());
});
afterAll(async () => {
  for (const site of sites) await site.stop();
  await database.drop();
});

const first = () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site');
  return site;
};

/** A new access token of the admin. Each site issues its own. */
async function signIn({ url }: TestSite): Promise<string> {
  const { email, password } = admin;
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return (await answer.json()).access_token;
}

test("an admin's changes are on every page at once, whichever process answers", async () => {
  const tier = await buildTier(first(), { name: 'Round 0', price: 900, access_level: 1 });
  const tokens = await Promise.all(sites.map(signIn));
  for (let round = 1; round <= 20; round += 1) {
    await Promise.all(sites.map(({ url }) => fetch(`${url}/pricing`)));
    const turn = round % sites.length;
    const { name, price, daily_copy_limit, trial_days, access_level, featured, features } = tier;
    const values = { name, price, daily_copy_limit, trial_days, access_level, featured, features };
    const answer = await (sites[turn] ?? first()).api('PATCH', `/api/v1/admin/tiers/${tier.id}`, {
      token: tokens[turn] ?? '',
      body: { ...values, name: `Round ${round}` },
    });
    expect(answer.status, answer.text).toBe(200);
    for (const { url } of sites)
      expect(await (await fetch(`${url}/pricing`)).text()).toContain(`Round ${round}`);
  }
});

test('a new signing key is used by every process at once', async () => {
  const keyOf = async (site: TestSite) => decodeProtectedHeader(await signIn(site)).kid;
  const before = await keyOf(first());
  const environment = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: first().dataDir,
    APP_SECRET: appSecret,
  };
  expect(await promptory(environment, 'keys', 'rotate')).toMatchObject({ code: 0 });
  const keys = async () => new Set(await Promise.all(sites.map(keyOf)));
  await expect.poll(async () => (await keys()).size).toBe(1);
  expect(await keys()).not.toContain(before);
});

test("a process with another PUBLIC_URL gets a warning, and one with the same doesn't", async () => {
  const shared = await createTestDatabase();
  const warnings = async (publicUrl: string) => {
    const lines: string[] = [];
    const log = { ...quietLog, warn: (message: string) => void lines.push(message) };
    const events = await listenToDatabase({ connectionString: shared.connectionString, publicUrl, log });
    return { lines, events };
  };
  const started = [
    await warnings('https://one.example'),
    await warnings('https://one.example'),
    await warnings('https://two.example'),
  ];
  expect(started.map(({ lines }) => lines)).toEqual([
    [],
    [],
    [expect.stringContaining('another PUBLIC_URL')],
  ]);
  for (const { events } of started) await events.stop();
  await shared.drop();
});
