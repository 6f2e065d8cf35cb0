import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorAnswer } from '#platform/http/http.server.ts';
import {
  buildAdmin,
  buildMember,
  buildOffer,
  buildPlaybook,
  buildPrompt,
  buildTier,
} from './harness/build.ts';
import { createTestDatabase } from './harness/database.ts';
import { quietLog } from './harness/postgres.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Two processes write the same rows. Both lock them in the same order, so that one waits for the other and both succeed.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sites: TestSite[];
let token: string;
let readers: Awaited<ReturnType<typeof buildMember>>[];
const first = () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site');
  return site;
};
beforeAll(async () => {
  database = await createTestDatabase();
  sites = [];
  for (let index = 0; index < 2; index += 1)
    sites.push(await createTestSite({ database, environment: { PUBLIC_URL: 'http://site.example' } }));
  token = (await buildAdmin(first())).token;
  readers = [await buildMember(first()), await buildMember(first())];
});
afterAll(async () => {
  for (const site of sites) await site.stop();
  await database.drop();
});

const admin = (method: string, path: string, body: unknown) =>
  first().api(method, `/api/v1/admin${path}`, { token, body });

/** Locks a row until the returned function is called. */
async function holding(table: 'prompts' | 'playbooks', { id }: { id: string }) {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(`select from ${table} where id = $1 for no key update`, [id]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}
const waiting = async () =>
  (
    await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

/** Whether a view is in the history and waits to be counted. */
const isKept = (reader: { id: string } | undefined, id: string) => async () =>
  (
    await database.pool.query(
      'select from history_entries where user_id = $1 and $2 in (prompt_id, playbook_id)',
      [reader?.id, id],
    )
  ).rowCount;

test.each([
  ['prompts', buildPrompt],
  ['playbooks', buildPlaybook],
] as const)('views of %s in two processes meet in any order', async (collection, build) => {
  const busy = await build(first());
  // Enough rows for the planner to use the index, as on a larger site.
  const made = await Promise.all(Array.from({ length: 400 }, () => build(first())));
  await database.pool.query(`analyze ${collection}`);
  const [low, middle, high] = made.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (!low || !middle || !high) throw new Error('There are no items');
  const startBatch = await holding(collection, busy);
  const goOn = await holding(collection, middle);
  const answers: Promise<{ status: number; body: { view_count: number } }>[] = [];
  for (const [index, items] of [
    [busy, low, middle, high],
    [busy, high, middle, low],
  ].entries())
    for (const { slug, id } of items) {
      const reader = readers[index];
      answers.push(
        sites[index]?.api('POST', `/api/v1/${collection}/${slug}/views`, { token: reader?.token ?? '' }) ??
          Promise.reject(new Error('There is no site')),
      );
      await expect.poll(isKept(reader, id)).toBe(1);
    }
  await startBatch();
  await expect.poll(waiting).toBe(2);
  await goOn();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { rows } = await database.pool.query(`select view_count from ${collection} where view_count > 0`);
  expect(rows).toEqual(Array(4).fill({ view_count: 2 }));
});

test.each([
  [
    'an item that gets another address',
    (id: string) => admin('PATCH', `/prompts/${id}`, { slug: `moved-${id}` }),
  ],
  [
    'an item that gets a new category',
    (id: string) => admin('PATCH', `/prompts/${id}`, { category: `New ${id}` }),
  ],
  [
    'many items that get a new category',
    (id: string) => admin('POST', '/prompts/bulk', { ids: [id], change: { category: `New ${id}` } }),
  ],
])('a category is renamed while somebody saves %s', async (_name, save) => {
  const category = `Old ${crypto.randomUUID()}`;
  const busy = await buildPrompt(first(), { category });
  const saved = await buildPrompt(first(), { category });
  const { rows } = await database.pool.query('select id from categories where name = $1', [category]);
  const goOn = await holding('prompts', busy);
  const renamed = admin('PATCH', `/categories/${rows[0].id}`, { name: `Renamed ${category}` });
  await expect.poll(waiting).toBe(1);
  const answer = save(saved.id);
  await expect.poll(waiting).toBe(2);
  await goOn();
  expect((await Promise.all([renamed, answer])).map(({ status }) => status)).toEqual([200, 200]);
});

test('an account with votes is deleted while others open what it has voted for', async () => {
  const [low, high] = (await Promise.all([buildPrompt(first()), buildPrompt(first())])).toSorted(
    (one, other) => (one.id < other.id ? -1 : 1),
  );
  const reader = readers[0];
  if (!low || !high || !reader) throw new Error('There are no items');
  const { id, token: own, password } = await buildMember(first());
  for (const { slug } of [high, low])
    expect((await first().api('PUT', `/api/v1/prompts/${slug}/vote`, { token: own })).status).toBe(200);
  // The views wait for another item, and then for these two together.
  const busy = await buildPrompt(first());
  const startBatch = await holding('prompts', busy);
  const goOn = await holding('prompts', high);
  const views: Promise<{ status: number }>[] = [];
  for (const { slug, id } of [busy, low, high]) {
    views.push(first().api('POST', `/api/v1/prompts/${slug}/views`, { token: reader.token }));
    await expect.poll(isKept(reader, id)).toBe(1);
  }
  await expect.poll(waiting).toBe(1);
  const deleted = first().api('DELETE', '/api/v1/profile', { token: own, body: { password } });
  await expect.poll(waiting).toBe(2);
  await startBatch();
  await expect.poll(waiting).toBe(2);
  await goOn();
  expect((await deleted).status).toBe(200);
  expect((await Promise.all(views)).map(({ status }) => status)).toEqual(Array(3).fill(200));
  const { rows } = await database.pool.query(
    'select vote_count, view_count from prompts where id = any($1)',
    [[low.id, high.id]],
  );
  expect(rows).toEqual(Array(2).fill({ vote_count: 0, view_count: 1 }));
  expect((await database.pool.query('select from profiles where id = $1', [id])).rowCount).toBe(0);
});

test('an import changes items while others open them in another order', async () => {
  // The views wait for another item, and then for the first and the last together.
  const busy = await buildPrompt(first());
  const made = await Promise.all(Array.from({ length: 3 }, () => buildPrompt(first())));
  const [low, middle, high] = made.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const reader = readers[1];
  if (!low || !middle || !high || !reader) throw new Error('There are no items');
  const prompts = [high, middle, low].map(({ slug }) => ({
    slug,
    title: 'Imported',
    prompt_body: 'Imported',
  }));
  const path = `/imports/${crypto.randomUUID()}`;
  await fetch(`${first().address}/api/v1/admin${path}?name=list.json`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: JSON.stringify({ prompts }),
  });
  const state = async () => (await admin('GET', path, undefined)).body.state;
  await expect.poll(state).toBe('checked');
  const startBatch = await holding('prompts', busy);
  const views: Promise<{ status: number }>[] = [];
  for (const { slug, id } of [busy, low, high]) {
    views.push(first().api('POST', `/api/v1/prompts/${slug}/views`, { token: reader.token }));
    await expect.poll(isKept(reader, id)).toBe(1);
  }
  const goOn = await holding('prompts', middle);
  expect((await admin('POST', `${path}/start`, undefined)).status).toBe(200);
  await expect.poll(waiting).toBe(2);
  await startBatch();
  await expect.poll(waiting).toBe(2);
  await goOn();
  await expect.poll(state).toBe('done');
  expect((await Promise.all(views)).map(({ status }) => status)).toEqual(Array(3).fill(200));
  const { rows } = await database.pool.query(
    "select retry_count from jobs.job where name = 'imports' and data ->> 'id' = $1",
    [path.slice('/imports/'.length)],
  );
  expect(rows.map(({ retry_count }) => retry_count)).not.toContain(1);
});

test('a member is deleted while a transaction holds an admin’s account', async () => {
  const { token: own, password } = await buildMember(first());
  const { id } = await buildAdmin(first());
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('update auth.users set updated_at = now() where id = $1', [id]);
  const deleted = first().api('DELETE', '/api/v1/profile', { token: own, body: { password } });
  expect((await deleted).status).toBe(200);
  // An admin's own deletion waits, and locks the account before its profile.
  const other = await buildAdmin(first());
  const body = { password: other.password };
  const waits = first().api('DELETE', '/api/v1/profile', { token: other.token, body });
  await expect.poll(waiting).toBe(1);
  await client.query('update profiles set bio = $1 where id = $2', ['saved', id]);
  await client.query('commit');
  client.release();
  expect((await waits).status).toBe(200);
});

test.each([
  ['playbooks', buildPlaybook],
  ['tiers', buildTier],
] as const)('more %s than the process has connections are saved at a time', async (collection, build) => {
  const made = await Promise.all(Array.from({ length: 10 }, () => build(first())));
  const client = await database.pool.connect();
  await client.query('begin; lock table site_settings in access exclusive mode');
  const saved = made.map(({ id }) => admin('PATCH', `/${collection}/${id}`, { price: 500 }));
  await expect.poll(waiting).toBeGreaterThan(0);
  await client.query('commit');
  client.release();
  expect((await Promise.all(saved)).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test.each([
  ['prompts', buildPrompt, { title: 'Later' }],
  ['playbooks', buildPlaybook, { title: 'Later' }],
  ['tiers', buildTier, { name: 'Later' }],
  ['offers', buildOffer, { percent_off: 20 }],
] as const)(
  'what is saved last in %s has the latest version, even if it had to wait',
  async (collection, build, change) => {
    const { id } = await build(first());
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`select from ${collection} where id = $1 for update`, [id]);
    const saved = admin('PATCH', `/${collection}/${id}`, change);
    await expect.poll(waiting).toBe(1);
    const { rows } = await client.query(
      `update ${collection} set updated_at = clock_timestamp() where id = $1 returning updated_at`,
      [id],
    );
    await delay(5);
    await client.query('commit');
    client.release();
    const { status, body } = await saved;
    expect(status).toBe(200);
    expect(Date.parse(body.updated_at)).toBeGreaterThan(rows[0].updated_at.getTime());
  },
);

test('a plan is deleted while a payment changes the plan of somebody who was given it', async () => {
  const { id } = await buildTier(first());
  const member = await buildMember(first());
  const given = 'update profiles set complimentary_tier_id = $1 where id = $2';
  await database.pool.query(given, [id, member.id]);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from profiles where id = $1 for no key update', [member.id]);
  const deleted = admin('DELETE', `/tiers/${id}`, undefined);
  await expect.poll(waiting).toBe(1);
  await client.query('update profiles set tier_id = $1 where id = $2', [id, member.id]);
  await client.query('commit');
  client.release();
  expect((await deleted).status).toBe(200);
});

test('writers that still deadlock are asked to try again', async () => {
  const app = new Hono();
  app.onError(errorAnswer(quietLog));
  app.get('/', () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  const answer = await app.request('/');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
});
