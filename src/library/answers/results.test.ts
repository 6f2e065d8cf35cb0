import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildMember, buildPrompt, buildTier, readAllPages } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { PromptResult } from './answers.contract.ts';

type Member = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let slug: string;
let path: string;
beforeAll(async () => {
  site = await createTestSite();
  slug = (await buildPrompt(site, { tier_access: 1, title: 'A letter' })).slug;
  path = `/prompts/${slug}/results`;
});
afterAll(() => site.stop());

const withRuns = async () =>
  buildMember(site, { tier: await buildTier(site, { access_level: 1, daily_run_limit: 1 }) });
const call = (method: string, to: string, { token }: Member, body?: unknown) =>
  site.api(method, `/api/v1${to}`, { token, ...(body ? { body } : {}) });
/** Inserts kept results, without a request for each. */
const fill = (own: Member, count: number) =>
  site.pool.query(
    `insert into prompt_results (user_id, prompt_id, prompt_title, version, result, created_at)
      select $1, id, title, 1, 'Answer ' || number, now() - number * interval '1 minute'
      from prompts, generate_series(1, $3) number where slug = $2`,
    [own.id, slug, count],
  );

test('a saved answer is visible to its member only, even after the plan ends', async () => {
  const [own, other] = await Promise.all([withRuns(), withRuns()]);
  const { status, body } = await call('POST', path, own, {
    result: 'Dear Acme',
    model: 'stand-in',
    version: 1,
  });
  expect([status, body]).toMatchObject([201, { result: 'Dear Acme', model: 'stand-in', version: 1 }]);
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', own.id).execute();
  expect((await call('GET', path, own)).body).toMatchObject({
    items: [{ id: body.id, result: 'Dear Acme' }],
    total: 1,
    next_cursor: null,
  });
  expect((await call('POST', path, own, { result: 'x', version: 1 })).status).toBe(403);
  expect((await call('GET', path, other)).body.items).toEqual([]);
  expect((await call('DELETE', `/results/${body.id}`, other)).status).toBe(404);
  expect((await call('GET', '/profile/export', own)).body.results).toMatchObject([
    { slug, result: 'Dear Acme' },
  ]);
  expect((await call('DELETE', `/results/${body.id}`, own)).status).toBe(200);
  expect((await call('GET', path, own)).body.total).toBe(0);
});

test('a page of long results ends early, and all of them come', async () => {
  const own = await withRuns();
  await fill(own, 30);
  await site.pool.query(`update prompt_results set result = repeat('ä', 95000) where user_id = $1`, [own.id]);
  const first = await call('GET', `${path}?limit=100`, own);
  expect(first.body).toMatchObject({ total: 30, items: Array(6).fill({ title: 'A letter' }) });
  const { items, pages } = await readAllPages<PromptResult>(site, `/api/v1${path}?limit=100`, own);
  expect([pages, new Set(items.map(({ id }) => id)).size]).toEqual([5, 30]);
});

test('many results of a prompt come page by page, each once, the latest first', async () => {
  const own = await withRuns();
  await fill(own, 45);
  const { items, pages } = await readAllPages<PromptResult>(site, `/api/v1${path}?limit=20`, own);
  expect(pages).toBe(3);
  expect(items.map(({ result }) => result)).toEqual(
    Array.from({ length: 45 }, (_, index) => `Answer ${index + 1}`),
  );
  expect((await call('GET', `${path}?cursor=broken`, own)).body.code).toBe('invalid_cursor');
  expect((await call('GET', `${path}?limit=0`, own)).status).toBe(422);
});

test('the limit of saved results holds, even for concurrent requests', async () => {
  const own = await withRuns();
  await fill(own, limits.keptResults - 3);
  const keep = (index: number) => call('POST', path, own, { result: `New ${index}`, version: 1 });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => keep(index)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
});

test("results of deleted prompts stay available to their member, with the prompt's title", async () => {
  const [own, other] = await Promise.all([withRuns(), withRuns()]);
  const gone = await buildPrompt(site, { tier_access: 1, title: 'Gone tomorrow' });
  const hidden = await buildPrompt(site, { tier_access: 1, title: 'Back in a draft' });
  for (const of of [gone.slug, hidden.slug, slug])
    expect(
      (await call('POST', `/prompts/${of}/results`, own, { result: `of ${of}`, version: 1 })).status,
    ).toBe(201);
  expect((await call('GET', '/results', own)).body).toMatchObject({ items: [], total: 0 });
  await site.db.deleteFrom('prompts').where('id', '=', gone.id).execute();
  await site.db.updateTable('prompts').set({ status: 'draft' }).where('id', '=', hidden.id).execute();
  const { body } = await call('GET', '/results', own);
  expect(body).toMatchObject({
    items: [{ title: 'Back in a draft' }, { title: 'Gone tomorrow', result: `of ${gone.slug}` }],
    total: 2,
  });
  expect((await call('GET', '/results', other)).body.total).toBe(0);
  expect((await call('DELETE', `/results/${body.items[1].id}`, own)).status).toBe(200);
  expect((await call('GET', '/results', own)).body.total).toBe(1);
});

test('an answer that is sent again with its id is kept once', async () => {
  const [own, other] = await Promise.all([withRuns(), withRuns()]);
  const json = { id: crypto.randomUUID(), result: 'Dear Acme', version: 1 };
  const kept = await Promise.all([1, 2].map(() => call('POST', path, own, json)));
  expect(kept.map(({ status, body }) => [status, body.id])).toEqual([
    [201, json.id],
    [201, json.id],
  ]);
  expect((await call('GET', path, own)).body.total).toBe(1);
  const refused = await call('POST', path, other, json);
  expect([refused.status, refused.body.result]).toEqual([409, undefined]);
});
