import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from './harness/build.ts';
import { buildKey } from './harness/build-key.ts';
import { createTestDatabase } from './harness/database.ts';
import { createTestSite, type TestSite } from './harness/site.ts';
import { startDatabaseProxy } from './harness/tcp-proxy.ts';

// Members who request the same list share one read. After any change, in any process, the next request must see it, and no member may see
// another's own data. The third process hears of changes over a connection that a test cuts.
const publicUrl = 'http://site.example';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let line: Awaited<ReturnType<typeof startDatabaseProxy>>;
let sites: TestSite[];
let reader: Awaited<ReturnType<typeof buildMember>>;
let other: Awaited<ReturnType<typeof buildMember>>;
let prompt: { id: string; slug: string };

const first = () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site');
  return site;
};

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startDatabaseProxy(database.connectionString);
  const environments: Record<string, string>[] = [{}, {}, { DATABASE_DIRECT_URL: line.connectionString }];
  sites = [];
  for (const environment of environments)
    sites.push(await createTestSite({ database, environment: { PUBLIC_URL: publicUrl, ...environment } }));
  reader = await buildMember(first(), { level: 2 });
  other = await buildMember(first());
  for (let index = 0; index < 30; index += 1) await buildPrompt(first(), { title: `Lantern ${index}` });
});
beforeEach(async () => {
  prompt = await buildPrompt(first(), { title: 'Lantern of today', tier_access: 1 });
  await everywhere();
});
afterAll(async () => {
  for (const site of sites) await site.stop();
  await line.stop();
  await database.drop();
});

const addresses = [
  '/api/v1/prompts',
  '/api/v1/prompts?q=lantern+today',
  '/api/v1/prompts?q=lantern&sort=newest',
];
const list = async (site: TestSite, address = '/api/v1/prompts', token = reader.token) => {
  const { status, body } = await site.api('GET', address, { token });
  expect(status).toBe(200);
  return body.items as Record<string, unknown>[];
};
/** The prompt's title in every process, in a list and in searches; undefined if it isn't there. */
async function now() {
  const lists = await Promise.all(sites.flatMap((site) => addresses.map((address) => list(site, address))));
  return new Set(lists.map((items) => items.find(({ id }) => id === prompt.id)?.title));
}
/** Requests twice, because the second answer is cached. */
async function everywhere() {
  await now();
  return now();
}
const change = (values: Record<string, unknown>) =>
  database.db.updateTable('prompts').set(values).where('id', '=', prompt.id).execute();

test('a list is not sent to a visitor who has any version of it and asks for no other, cached or not', async () => {
  const ask = async (q: string) => {
    const { status, text } = await first().api('GET', `/api/v1/prompts?q=${q}`, {
      headers: { 'if-none-match': '*' },
    });
    return [status, text];
  };
  for (const q of ['lantern', 'lantern', 'lantern+3']) expect(await ask(q)).toEqual([304, '']);
  expect((await ask('lantern&limit=none'))[0]).toBe(422);
});

describe('a change shows in lists at once, in every process:', () => {
  test('a title, a prompt that is taken back, and one that is deleted', async () => {
    expect(await now()).toEqual(new Set(['Lantern of today']));
    await change({ title: 'Lantern, today' });
    expect(await now()).toEqual(new Set(['Lantern, today']));
    await change({ status: 'draft' });
    expect(await now()).toEqual(new Set([undefined]));
    await change({ status: 'published' });
    expect(await everywhere()).toEqual(new Set(['Lantern, today']));
    await database.db.deleteFrom('prompts').where('id', '=', prompt.id).execute();
    expect(await now()).toEqual(new Set([undefined]));
  });

  test("even in a process that can't receive changes", async () => {
    line.cut();
    await change({ title: 'Lantern, today' });
    expect(await now()).toEqual(new Set(['Lantern, today']));
    await change({ status: 'draft' });
    expect(await now()).toEqual(new Set([undefined]));
    line.restore();
    await change({ status: 'published' });
    expect(await everywhere()).toEqual(new Set(['Lantern, today']));
  });

  test("the number of votes, and each member's own vote", async () => {
    const path = `/api/v1/prompts/${prompt.slug}`;
    const marks = (items: Record<string, unknown>[]) => {
      const { vote_count, is_upvoted, is_favorited } = items.find(({ id }) => id === prompt.id) ?? {};
      return { vote_count, is_upvoted, is_favorited };
    };
    for (const address of addresses) {
      await first().api('PUT', `${path}/vote`, { token: reader.token });
      await first().api('PUT', `${path}/favorite`, { token: reader.token });
      for (const site of sites) {
        expect(marks(await list(site, address))).toEqual({
          vote_count: 1,
          is_upvoted: true,
          is_favorited: true,
        });
        expect(marks(await list(site, address, other.token))).toEqual({
          vote_count: 1,
          is_upvoted: false,
          is_favorited: false,
        });
      }
      await first().api('DELETE', `${path}/vote`, { token: reader.token });
      await first().api('DELETE', `${path}/favorite`, { token: reader.token });
      for (const site of sites)
        expect(marks(await list(site, address))).toEqual({
          vote_count: 0,
          is_upvoted: false,
          is_favorited: false,
        });
    }
  });
});

test('a changed number of steps shows in lists at once', async () => {
  const playbook = await buildPlaybook(first());
  const steps = async () =>
    (await Promise.all(sites.map((site) => list(site, '/api/v1/playbooks')))).map(
      (items) => items.find(({ id }) => id === playbook.id)?.step_count,
    );
  expect(await steps()).toEqual([0, 0, 0]);
  await buildStep(first(), playbook);
  expect(await steps()).toEqual([1, 1, 1]);
});

test('the same list shows each member the items of their plan and purchases as open', async () => {
  const playbook = await buildPlaybook(first(), { tier_access: 2, is_purchasable: true, price: 9 });
  const opens = async (token: string) => {
    const [prompts, playbooks] = await Promise.all([
      list(first(), '/api/v1/prompts', token),
      list(first(), '/api/v1/playbooks', token),
    ]);
    return [prompts, playbooks].map(
      (items) => items.find(({ id }) => id === prompt.id || id === playbook.id)?.can as { read: boolean },
    );
  };
  expect(await opens(reader.token)).toMatchObject([{ read: true }, { read: true }]);
  expect(await opens(other.token)).toMatchObject([{ read: false }, { read: false }]);
  await database.db
    .insertInto('user_playbook_purchases')
    .values({ user_id: other.id, playbook_id: playbook.id })
    .execute();
  expect(await opens(other.token)).toMatchObject([{ read: false }, { read: true }]);
  await database.db.deleteFrom('user_playbook_purchases').execute();
  expect(await opens(other.token)).toMatchObject([{ read: false }, { read: false }]);
});

test('a question that is refused is refused each time', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { status, body } = await first().api('GET', '/api/v1/prompts?sort=nothing');
    expect([round, status, body.code]).toEqual([round, 422, 'validation_failed']);
  }
});

test("each query has its own answer, with the caller's own favorites", async () => {
  await buildPlaybook(first(), { title: 'Lantern book' });
  await first().api('PUT', `/api/v1/prompts/${prompt.slug}/favorite`, { token: reader.token });
  const titles = async (question: string, token = reader.token) =>
    (await list(first(), `/api/v1/${question}`, token)).map(({ title }) => title);
  for (let round = 0; round < 2; round += 1) {
    expect(await titles('prompts')).toHaveLength(24);
    expect(await titles('prompts?limit=3')).toHaveLength(3);
    expect(await titles('prompts?q=17&limit=3')).toEqual(['Lantern 17']);
    expect(await titles('prompts?category=Nothing')).toEqual([]);
    expect(await titles('prompts?type=Video')).toEqual([]);
    expect(await titles('playbooks?q=lantern')).toEqual(['Lantern book']);
    expect(await titles('prompts?favorites=true')).toEqual(['Lantern of today']);
    expect(await titles('prompts?favorites=true', other.token)).toEqual([]);
  }
});

test('a key that may not read the library gets no list that others have just read', async () => {
  const key = await buildKey(first(), reader, ['runs:write']);
  await list(first());
  const { status, body } = await first().api('GET', '/api/v1/prompts', { token: key });
  expect([status, body.items]).toEqual([403, undefined]);
});

test('no list requested after a change is older than it, even under load', async () => {
  let isOver = false;
  let asked = 0;
  let known = 0;
  const stale: string[] = [];
  const ask = async (site: TestSite, address: string) => {
    while (!isOver) {
      const before = known;
      const item = (await list(site, address)).find(({ id }) => id === prompt.id);
      asked += 1;
      const shown = Number(/\d+$/.exec(String(item?.title))?.[0] ?? 0);
      if (shown < before) stale.push(`${address}: ${shown} after ${before}`);
    }
  };
  const askers = sites.flatMap((site) => addresses.map((address) => ask(site, address)));
  for (let count = 1; count <= 25; count += 1) {
    await change({ title: `Lantern of today ${count}` });
    known = count;
    await Promise.all(sites.map((site) => list(site)));
  }
  isOver = true;
  await Promise.all(askers);
  expect(asked).toBeGreaterThan(100);
  expect(stale).toEqual([]);
});
