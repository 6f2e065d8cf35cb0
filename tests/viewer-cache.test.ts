import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildMember, buildPrompt, buildTier } from './harness/build.ts';
import { createTestDatabase } from './harness/database.ts';
import { createTestSite, type TestSite } from './harness/site.ts';
import { startDatabaseProxy } from './harness/tcp-proxy.ts';

// Processes cache the viewer of a session. After any change, in any process, the next request must see it. The third process hears of
// changes over a connection that tests cut and silence, while its other connections stay open.
const publicUrl = 'http://site.example';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let line: Awaited<ReturnType<typeof startDatabaseProxy>>;
let sites: TestSite[];
let tier: Awaited<ReturnType<typeof buildTier>>;
let slug: string;
let member: Awaited<ReturnType<typeof buildMember>>;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startDatabaseProxy(database.connectionString);
  const environments: Record<string, string>[] = [{}, {}, { DATABASE_DIRECT_URL: line.connectionString }];
  sites = [];
  for (const environment of environments)
    sites.push(await createTestSite({ database, environment: { PUBLIC_URL: publicUrl, ...environment } }));
  tier = await buildTier(first(), { access_level: 1 });
  slug = (await buildPrompt(first(), { tier_access: 1 })).slug;
});
beforeEach(async () => {
  member = await buildMember(first(), { tier });
  await everywhere();
});
afterAll(async () => {
  for (const site of sites) await site.stop();
  await line.stop();
  await database.drop();
});

const first = () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site');
  return site;
};

/** A member's current rights: whether a prompt of their plan is open to them, and the status of an admin list. */
async function standing(site: TestSite, token = member.token) {
  const [prompt, users] = await Promise.all([
    site.api('GET', `/api/v1/prompts/${slug}`, { token }),
    site.api('GET', '/api/v1/admin/users?limit=1', { token }),
  ]);
  const isOpen = prompt.status === 200 ? prompt.body.prompt_body !== null : prompt.body.code;
  return `${isOpen} ${users.status}`;
}
/** Requests everything twice, because the second answer is cached. */
async function everywhere(token?: string) {
  const asked = async () => Promise.all(sites.map((site) => standing(site, token)));
  await asked();
  return new Set(await asked());
}
const now = async () => new Set(await Promise.all(sites.map((site) => standing(site))));

const profile = (values: Record<string, unknown>) =>
  database.db.updateTable('profiles').set(values).where('id', '=', member.id).execute();
const openFirst = 'true 403';

describe('a change applies at once, in every process:', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['a plan that is taken away', () => profile({ tier_id: null }), 'false 403'],
    ['a plan that has run out', () => profile({ tier_until: sql`now() - interval '1 second'` }), 'false 403'],
    ['a role that is given', () => profile({ role: 'admin' }), 'true 200'],
    [
      'a plan that opens less',
      () => database.db.updateTable('tiers').set({ access_level: 0 }).where('id', '=', tier.id).execute(),
      'false 403',
    ],
    [
      'a plan that counts reading, and has no more for today',
      () =>
        database.db
          .updateTable('tiers')
          .set({ reading_counts: true, daily_copy_limit: 0 })
          .where('id', '=', tier.id)
          .execute(),
      'false 403',
    ],
    [
      'an account that is suspended',
      () =>
        sql`update auth.users set banned_until = now() + interval '1 day' where id = ${member.id}`.execute(
          database.db,
        ),
      'invalid_token 401',
    ],
    [
      'an account that is deleted',
      () => sql`delete from auth.users where id = ${member.id}`.execute(database.db),
      'invalid_token 401',
    ],
    [
      'all sessions that end',
      () => sql`truncate auth.sessions cascade`.execute(database.db),
      'invalid_token 401',
    ],
    [
      'a session that lacks a second factor',
      () =>
        sql`insert into auth.factors (user_id, status, secret_encrypted) values (${member.id}, 'verified', 'x')`.execute(
          database.db,
        ),
      'second_factor_required 403',
    ],
  ])('%s', async (_, change, after) => {
    expect(await now()).toEqual(new Set([openFirst]));
    await change();
    expect(await now()).toEqual(new Set([after]));
    expect(await everywhere()).toEqual(new Set([after]));
    await database.db
      .updateTable('tiers')
      .set({ access_level: 1, reading_counts: false, daily_copy_limit: 10 })
      .where('id', '=', tier.id)
      .execute();
  });

  test('a sign-out, whichever process handles it', async () => {
    for (const site of sites) {
      const other = await buildMember(first());
      expect(await everywhere(other.token)).toEqual(new Set(['false 403']));
      expect((await site.api('POST', '/auth/v1/logout', { token: other.token })).status).toBe(204);
      expect(await everywhere(other.token)).toEqual(new Set(['invalid_token 401']));
    }
  });

  test('a removed role, and a second factor required of admins', async () => {
    await profile({ role: 'admin' });
    expect(await everywhere()).toEqual(new Set(['true 200']));
    const setting = { setting_key: 'second_factor_for_admins', setting_value: 'true' };
    await database.db.insertInto('site_settings').values(setting).execute();
    expect(await now()).toEqual(new Set([openFirst]));
    await database.db.deleteFrom('site_settings').where('setting_key', '=', setting.setting_key).execute();
    expect(await everywhere()).toEqual(new Set(['true 200']));
    await profile({ role: 'member' });
    expect(await now()).toEqual(new Set([openFirst]));
  });

  test('the end of a plan, without a notification', async () => {
    await profile({ tier_until: sql`now() + interval '5 minutes'` });
    expect(await everywhere()).toEqual(new Set([openFirst]));
    // Five minutes later, in the database and in every process.
    await database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`update profiles set tier_until = now() where id = ${member.id}`.execute(transaction);
    });
    const clock = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + 300_000);
    expect(await now()).toEqual(new Set(['false 403']));
    later.mockRestore();
  });
});

test('under load, no request gets an answer from before a change that preceded it', async () => {
  let round = 0;
  let isOver = false;
  let asked = 0;
  const stale: string[] = [];
  const isOpen = () => round % 2 === 0;
  const ask = async (site: TestSite) => {
    while (!isOver) {
      const [before, expected] = [round, String(isOpen())];
      const { body } = await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token });
      asked += 1;
      // Ignore answers that overlap with a change.
      if (before === round && before >= 0 && String(body.prompt_body !== null) !== expected)
        stale.push(`round ${before}`);
    }
  };
  const askers = sites.flatMap((site) => [ask(site), ask(site), ask(site)]);
  for (let count = 1; count <= 60; count += 1) {
    // Between the two, the right answer is unknown.
    round = -count;
    await profile({ tier_id: count % 2 === 0 ? tier.id : null });
    round = count;
    await Promise.all(
      sites.map((site) => site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token })),
    );
  }
  isOver = true;
  await Promise.all(askers);
  expect(asked).toBeGreaterThan(200);
  expect(stale).toEqual([]);
});

describe("a process that can't receive changes", () => {
  test('caches nothing while its connection is lost', async () => {
    line.cut();
    await profile({ tier_id: null });
    expect(await now()).toEqual(new Set(['false 403']));
    await profile({ role: 'admin' });
    expect(await everywhere()).toEqual(new Set(['true 200']));
    line.restore();
    await profile({ role: 'member', tier_id: tier.id });
    expect(await everywhere()).toEqual(new Set([openFirst]));
  });

  test('caches nothing while its connection is silent', async () => {
    line.silence();
    await profile({ tier_id: null });
    // After a moment, the process notices that the connection is silent, and reports the database as unavailable.
    for (const answer of await now()) expect(answer).toMatch(/^(false|unavailable) (403|503)$/);
    line.restore();
    await profile({ role: 'admin' });
    await expect.poll(() => everywhere()).toEqual(new Set(['true 200']));
  });
});
