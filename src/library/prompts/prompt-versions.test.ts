import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let admin: string;
let reader: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  reader = await buildMember(site, { level: 1 });
  admin = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const get = (path: string, token: string) => site.api('GET', `/api/v1/prompts/${path}`, { token });
const save = (id: string, body: object) =>
  site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token: admin, body });

test('each saved change of a published text is a version that shows what changed', async () => {
  const { id, slug } = await buildPrompt(site, { prompt_body: 'one\ntwo\n', tier_access: 1 });
  await save(id, { prompt_body: 'one\n2\n' });
  await save(id, { prompt_body: 'one\n2\n', title: 'No other text' });
  await save(id, { prompt_body: 'one\ntwo\n' });
  const list = (await get(`${slug}/versions`, reader.token)).body;
  expect(list.items.map((item: object) => Object.values(item).toSpliced(1, 1))).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  expect((await get(slug, reader.token)).body.version).toBe(3);
  expect((await get(`${slug}/versions/1`, reader.token)).body).toMatchObject({
    prompt_body: 'one\ntwo\n',
    difference: [],
  });
  expect((await get(`${slug}/versions/2`, reader.token)).body).toMatchObject({
    number: 2,
    prompt_body: 'one\n2\n',
    difference: [
      { kind: 'same', text: 'one\n' },
      { kind: 'removed', text: 'two\n' },
      { kind: 'added', text: '2\n' },
    ],
  });
  expect((await get(`${slug}/versions/4`, reader.token)).status).toBe(404);
});

test('equal texts are stored once, and deleted with their prompt', async () => {
  const { id } = await buildPrompt(site, { prompt_body: 'A' });
  for (const prompt_body of ['B', 'A', 'B', 'A', 'C']) await save(id, { prompt_body });
  const count = async (table: string) =>
    Number((await site.pool.query(`select count(*) from ${table} where prompt_id = $1`, [id])).rows[0].count);
  expect([await count('prompt_versions'), await count('prompt_texts')]).toEqual([5, 2]);
  for (const query of ['', '?forever=true'])
    await site.api('DELETE', `/api/v1/admin/prompts/${id}${query}`, { token: admin });
  expect([await count('prompt_versions'), await count('prompt_texts')]).toEqual([0, 0]);
});

test('a draft only has versions of what was published', async () => {
  const { id, slug } = await buildPrompt(site, { prompt_body: 'draft', status: 'draft' });
  await save(id, { prompt_body: 'a better draft' });
  await save(id, { status: 'published' });
  await save(id, { status: 'draft' });
  await save(id, { prompt_body: 'unpublished' });
  await save(id, { prompt_body: 'second', status: 'published' });
  const { items } = (await get(`${slug}/versions`, admin)).body;
  expect(items.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  expect((await get(`${slug}/versions/1`, admin)).body.prompt_body).toBe('a better draft');
});

test("members who lose access can't read earlier versions either", async () => {
  const member = await buildMember(site, { level: 1 });
  const { id, slug } = await buildPrompt(site, { prompt_body: 'first', tier_access: 1 });
  await save(id, { prompt_body: 'second' });
  expect((await get(`${slug}/versions/1`, member.token)).status).toBe(200);
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member.id).execute();
  for (const path of ['versions', 'versions/1', 'versions/2'])
    expect((await get(`${slug}/${path}`, member.token)).status).toBe(403);
});
