import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildTier } from './harness/build.ts';
import { createTestDatabase } from './harness/database.ts';
import { createTestSite, type TestSite } from './harness/site.ts';
import { startDatabaseProxy } from './harness/tcp-proxy.ts';

// A real PostgreSQL behind a proxy that tests cut, so that the site loses the database, and gets it back.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let slug: string;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connectionString);
  site = await createTestSite({ database: { ...database, connectionString: proxy.connectionString } });
  member = await buildMember(site);
  slug = (await buildPrompt(site, { title: 'Still here' })).slug;
  await buildTier(site, { name: 'Bronze', price: 900, access_level: 1 });
});
afterEach(async () => {
  proxy.restore();
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  await isListening();
});
afterAll(async () => {
  await site.stop();
  await proxy.stop();
  await database.drop();
});

/** The database connections that listen for content changes. */
const listeners = async () => {
  const { rows } = await site.pool.query(
    "select pid from pg_stat_activity where datname = current_database() and application_name like 'promptory events %'",
  );
  return rows.map(({ pid }) => pid);
};
/** Cuts the database off, and waits until the site notices. */
async function cut() {
  proxy.cut();
  await expect.poll(() => statusOf('/pricing')).toBe(503);
}
const isListening = () => expect.poll(listeners).toHaveLength(1);
const statusOf = async (path: string) => (await fetch(`${site.url}${path}`)).status;
const pages = ['/', '/browse', '/browse-playbooks', '/pricing'];

describe('while the database is away', () => {
  test("readyz reports it and healthz doesn't, so that the process is kept but gets no requests", async () => {
    await cut();
    const ready = await site.api('GET', '/readyz');
    expect(ready).toMatchObject({ status: 503, body: { status: 'database unavailable' } });
    expect(await statusOf('/healthz')).toBe(200);
  });

  test("recently cached pages aren't served from memory, but get 503 with Retry-After", async () => {
    for (const path of pages) expect(await statusOf(path), path).toBe(200);
    await cut();
    for (const path of pages) {
      const answer = await fetch(`${site.url}${path}`);
      expect(answer.status, path).toBe(503);
      expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0);
      expect(answer.headers.get('cache-control'), path).toBe('no-store');
      const html = await answer.text();
      expect(html).not.toContain('Still here');
      expect(html).toContain(`Request: ${answer.headers.get('x-request-id')}`);
    }
  });

  test('the API, functions and sign-in answer 503 with their own codes, never 401 or 500', async () => {
    await cut();
    const { token, email, password, session } = member;
    const calls = [
      ['GET', '/api/v1/profile', { token }],
      ['GET', '/api/v1/prompts', {}],
      ['GET', '/api/v1/settings', {}],
      ['GET', `/api/v1/prompts/${slug}`, { token }],
      ['PUT', `/api/v1/prompts/${slug}/vote`, { token }],
      ['POST', `/api/v1/prompts/${slug}/copies`, { token }],
      ['POST', `/api/v1/prompts/${slug}/comments`, { token, body: { body: 'x' } }],
      ['DELETE', '/api/v1/profile', { token, body: { password } }],
      ['POST', '/functions/v1/create-checkout-session', { token, body: { type: 'subscription', tierId: 1 } }],
      ['POST', '/functions/v1/analyze-prompt', { token, body: {} }],
    ] as const;
    for (const [method, path, options] of calls) {
      const answer = await site.api(method, path, options);
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'unavailable']);
      expect(answer.headers.get('retry-after'), path).toBe('2');
      expect(answer.headers.get('cache-control'), path).toBe('no-store');
      expect(answer.body.error).not.toMatch(/connect|terminated|postgres|ECONN/i);
    }
    const authCalls = [
      ['POST', '/auth/v1/token?grant_type=password', { body: { email, password } }],
      ['POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: session.refresh_token } }],
      ['POST', '/auth/v1/signup', { body: { email: 'late@example.com', password } }],
      ['GET', '/auth/v1/user', { token }],
    ] as const;
    for (const [method, path, options] of authCalls) {
      const answer = await site.api(method, path, options);
      expect([path, answer.status, answer.body.error_code]).toEqual([path, 503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0);
    }
  });
});

test('a database that goes away between two checks of a purchase is unavailable, not "not for sale"', async () => {
  const { token } = member;
  const playbook = await buildPlaybook(site, { tier_access: 1, is_purchasable: true, price: 900 });
  const calls = [
    ['POST', '/functions/v1/create-checkout-session', { type: 'playbook', playbookId: playbook.id }],
    ['PUT', `/api/v1/playbooks/${playbook.slug}/vote`, undefined],
    ['PUT', `/api/v1/playbooks/${playbook.slug}/progress`, { position: 0 }],
  ] as const;
  // The member is cached by now, and the site waits for the table of purchases.
  const blocker = await site.pool.connect();
  await blocker.query('begin; lock table user_playbook_purchases in access exclusive mode');
  const answers = calls.map(([method, path, body]) =>
    site.api(method, path, { token, ...(body ? { body } : {}) }),
  );
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await site.pool.query(waiting)).rows[0]?.count).toBe(calls.length);
  proxy.cut();
  for (const answer of await Promise.all(answers))
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  await blocker.query('rollback');
  blocker.release();
});

describe('when the database is back', () => {
  test('everything works again without a restart, and nobody was signed out', async () => {
    await cut();
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).status).toBe(503);
    proxy.restore();
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).body.email).toBe(member.email);
    for (const path of pages) await expect.poll(() => statusOf(path)).toBe(200);

    // The earlier refresh token still works, and the client continues with it.
    const client = site.authClient();
    const { data, error } = await client.setSession(member.session);
    expect([error, data.user?.id]).toEqual([null, member.id]);
    const renewed = await client.refreshSession();
    expect(renewed.error).toBeNull();
    member.session.refresh_token = renewed.data.session?.refresh_token ?? '';
  });

  test("a session survives a refresh during the outage, because a 503 doesn't use up its token", async () => {
    await cut();
    const refresh = () =>
      site.api('POST', '/auth/v1/token?grant_type=refresh_token', {
        body: { refresh_token: member.session.refresh_token },
      });
    expect((await refresh()).status).toBe(503);
    proxy.restore();
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    const renewed = await refresh();
    expect(renewed.status).toBe(200);
    member.session.refresh_token = renewed.body.refresh_token;
  });

  test('many requests during the outage all get an answer, and the pool recovers fully', async () => {
    const ask = () => site.api('GET', '/api/v1/profile', { token: member.token });
    const crowd = Array.from({ length: 40 }, ask);
    proxy.cut();
    const statuses = new Set((await Promise.all(crowd)).map((answer) => answer.status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    proxy.restore();
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    const after = await Promise.all(Array.from({ length: 40 }, ask));
    expect(after.map((answer) => answer.status)).toEqual(Array(40).fill(200));
  });

  test('changes by another process during the outage are shown, without outdated pages, prices or categories', async () => {
    const page = async () => (await fetch(`${site.url}/pricing`)).text();
    const categories = async () => (await site.api('GET', '/api/v1/categories')).text;
    const settings = async () => (await site.api('GET', '/api/v1/settings')).body.site_name;
    const total = async () => (await site.api('GET', '/api/v1/prompts')).body.total;
    expect(await page()).toContain('Bronze');
    expect([await categories(), await settings(), await total()]).toEqual([
      expect.not.stringContaining('Cut off'),
      'Promptory',
      1,
    ]);

    await cut();
    await site.db.updateTable('tiers').set({ name: 'Silver' }).where('name', '=', 'Bronze').execute();
    await buildPrompt(site, { category: 'Cut off' });
    await site.db
      .insertInto('site_settings')
      .values({ setting_key: 'site_name', setting_value: 'Changed name' })
      .execute();
    proxy.restore();

    await expect.poll(() => statusOf('/readyz')).toBe(200);
    await expect.poll(page).toContain('Silver');
    await expect.poll(categories).toContain('Cut off');
    await expect.poll(settings).toBe('Changed name');
    await expect.poll(total).toBe(2);
    // The caches are in use again, and must not return old values.
    await isListening();
    expect([await settings(), await total()]).toEqual(['Changed name', 2]);
    expect(await categories()).toContain('Cut off');
    expect(await page()).toContain('Silver');
    expect(await page()).not.toContain('Bronze');
  });
});

describe('while only the connection for content events is lost', () => {
  test("nothing is served from memory, because changes can't be received", async () => {
    const page = async () => (await fetch(`${site.url}/pricing`)).text();
    await expect.poll(page).toContain('Silver');
    const admin = await buildAdmin(site);
    const save = (email: string) =>
      site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body: { support_email: email } });
    const [line] = await listeners();
    // Saving needs more than one connection, so open them first: none can be opened from here on.
    await Promise.all(Array.from({ length: 10 }, (_, index) => save(`help-${index}@example.com`)));
    proxy.refuse();
    await site.pool.query('select pg_terminate_backend($1)', [line]);
    await expect.poll(listeners).toEqual([]);

    await site.db.updateTable('tiers').set({ name: 'Golden' }).where('name', '=', 'Silver').execute();
    await expect.poll(page).toContain('Golden');
    // A save succeeds even though no process can hear of it.
    const saving = await save('help@example.com');
    expect(saving.status, saving.text).toBe(200);
    proxy.restore();
    await isListening();
    expect(await page()).toContain('Golden');
  });
});

describe("while the database doesn't respond", () => {
  const pathsOf = () => ['/pricing', '/browse', '/api/v1/tiers', '/api/v1/prompts', '/readyz'];

  test('every request gets 503 quickly, and everything recovers by itself', async () => {
    for (const path of pathsOf()) expect(await statusOf(path), path).toBe(200);
    proxy.silence();
    const answers = await Promise.all(pathsOf().map((path) => site.api('GET', path)));
    // A cached page is served only until changes could have been missed.
    expect(answers.slice(2).map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const path of pathsOf()) {
      const answer = await site.api('GET', path);
      expect([path, answer.status]).toEqual([path, 503]);
      if (path !== '/readyz') expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await site.db.updateTable('tiers').set({ name: 'Platinum' }).where('price', '=', 900).execute();
    proxy.restore();
    for (const path of pathsOf()) await expect.poll(() => statusOf(path)).toBe(200);
    expect(await (await fetch(`${site.url}/pricing`)).text()).toContain('Platinum');
  });
});
