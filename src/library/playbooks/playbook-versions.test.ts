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

const call = (method: string, path: string, body?: object, token = reader.token) =>
  site.api(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
const prompt = (prompt_body: string) => ({ type: 'manual', title: 'Ask', prompt_body });
const step = (title: string, text: string) => ({ title, description: '', prompts: [prompt(text)] });
async function build(steps: object[], values: object = {}) {
  const body = {
    title: 'Launch',
    description: 'How.',
    status: 'published',
    tier_access: 1,
    steps,
    ...values,
  };
  const answer = await call('POST', '/admin/playbooks', body, admin);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const save = (id: string, body: object) => call('PATCH', `/admin/playbooks/${id}`, body, admin);
const count = async (table: string, id: string) =>
  Number((await site.pool.query(`select count(*) from ${table} where playbook_id = $1`, [id])).rows[0].count);

test("each saved change of a published playbook's content is a version that shows what changed", async () => {
  const { id, slug } = await build([step('Research', 'one')]);
  await save(id, { steps: [step('Research', 'two'), step('Write', 'three')] });
  await save(id, {
    title: 'Another title',
    category: 'Work',
    steps: [step('Research', 'two'), step('Write', 'three')],
  });
  await save(id, { description: 'How, in short.' });
  const { items } = (await call('GET', `/playbooks/${slug}/versions`)).body;
  expect(items.map((item: object) => Object.values(item).toSpliced(1, 1))).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  expect((await call('GET', `/playbooks/${slug}`)).body).toMatchObject({
    version: 3,
    version_at: items[0].saved_at,
  });
  expect((await call('GET', `/playbooks/${slug}/versions/1`)).body).toMatchObject({
    description: 'How.',
    steps: [{ title: 'Research', prompts: [{ prompt_body: 'one' }] }],
  });
  expect((await call('GET', `/playbooks/${slug}/versions/1?difference=true`)).body.difference).toEqual([]);
  const second = (await call('GET', `/playbooks/${slug}/versions/2?difference=true`)).body;
  expect(second.difference.filter(({ kind }: { kind: string }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'one\n' },
    { kind: 'added', text: 'two\n\n2. Write\n\nAsk\n\nthree\n' },
  ]);
  expect((await call('GET', `/playbooks/${slug}/versions/4`)).status).toBe(404);
  const page = async (query: string) => (await call('GET', `/playbooks/${slug}/versions?${query}`)).body;
  const latest = await page('limit=2');
  expect(latest).toMatchObject({ items: [{ number: 3 }, { number: 2 }], total: 3 });
  expect(await page(`limit=2&cursor=${latest.next_cursor}`)).toMatchObject({
    items: [{ number: 1 }],
    total: 3,
    next_cursor: null,
  });
});

test('equal texts are stored once, in one transaction or many, and deleted with their playbook', async () => {
  const { id } = await build([step('A', 'a')]);
  for (const text of ['b', 'a', 'b', 'a', 'c']) await save(id, { steps: [step('A', text)] });
  // Steps written one by one within a transaction are one change.
  await site.pool.query(`begin; delete from playbook_steps_new where playbook_id = '${id}';
    insert into playbook_steps_new (playbook_id, step_order, title) values ('${id}', 0, 'x'), ('${id}', 1, 'y');
    update playbook_steps_new set title = 'z' where playbook_id = '${id}' and step_order = 1; commit`);
  expect([await count('playbook_versions', id), await count('playbook_version_texts', id)]).toEqual([6, 3]);
  expect(await count('playbook_changes', id)).toBe(0);
  for (const query of ['', '?forever=true'])
    await call('DELETE', `/admin/playbooks/${id}${query}`, undefined, admin);
  expect([await count('playbook_versions', id), await count('playbook_version_texts', id)]).toEqual([0, 0]);
});

test('a draft only has versions of what was published', async () => {
  const { id, slug } = await build([step('Draft', 'draft')], { status: 'draft' });
  await save(id, { steps: [step('Better', 'draft')] });
  await save(id, { status: 'published' });
  await save(id, { status: 'draft' });
  await save(id, { steps: [step('Unpublished', 'draft')] });
  await save(id, { steps: [step('Second', 'draft')], status: 'published' });
  const { items } = (await call('GET', `/playbooks/${slug}/versions`, undefined, admin)).body;
  expect(items.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  expect((await call('GET', `/playbooks/${slug}/versions/1`)).body.steps[0].title).toBe('Better');
});

test('an admin can restore a version as it was saved, unless someone has saved since', async () => {
  const library = await buildPrompt(site, { prompt_body: 'of the library' });
  const entry = { type: 'library', prompt_id: library.id, title: 'Kept title', prompt_body: 'kept text' };
  const { id, slug, updated_at } = await build([{ title: 'First', description: '', prompts: [entry] }]);
  const { updated_at: seen } = (await save(id, { description: 'New.', steps: [] })).body;
  const restore = (body: object, token = admin) =>
    call('POST', `/admin/playbooks/${id}/versions/1/restore`, body, token);
  expect((await restore({}, reader.token)).status).toBe(403);
  expect(await restore({ updated_at })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const restored = await restore({ updated_at: seen });
  expect(restored.body).toMatchObject({
    description: 'How.',
    steps: [{ title: 'First', prompts: [entry] }],
  });
  expect((await call('GET', `/playbooks/${slug}`)).body).toMatchObject({
    version: 3,
    steps: [{ prompts: [{ prompt_body: 'of the library' }] }],
  });
});

test("members who lose access can't read earlier versions either", async () => {
  const member = await buildMember(site, { level: 1 });
  const { id, slug } = await build([step('A', 'a')]);
  await save(id, { steps: [step('A', 'b')] });
  const get = (path: string) => call('GET', `/playbooks/${slug}/${path}`, undefined, member.token);
  expect((await get('versions/1')).status).toBe(200);
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member.id).execute();
  for (const path of ['versions', 'versions/1', 'versions/2']) expect((await get(path)).status).toBe(403);
});

test('a prompt removed from a playbook keeps its old text in earlier versions, and reveals no newer one', async () => {
  const library = await buildPrompt(site, {
    title: 'Secret',
    prompt_body: 'what {{topic}} is now',
    tier_access: 5,
  });
  const one = { type: 'library', prompt_id: library.id };
  const prompts = [{ ...one, title: 'Given', prompt_body: 'as it was given' }];
  const { id, slug } = await build([{ title: 'A', description: '', prompts }]);
  const run = (await call('POST', `/playbooks/${slug}/runs`, {})).body;
  const read = async (token = reader.token) =>
    (await call('GET', `/playbooks/${slug}/versions/1`, undefined, token)).body.steps?.[0]?.prompts[0];
  const now = { title: 'Secret', prompt_body: 'what {{topic}} is now', slug: library.slug };
  await save(id, { description: 'Still handed out.' });
  expect(await read()).toMatchObject(now);
  await save(id, { steps: [step('A', 'without it')] });
  const given = { type: 'library', title: 'Given', prompt_body: 'as it was given', slug: null, blanks: [] };
  expect(await read()).toEqual(given);
  expect((await call('GET', `/runs/${run.id}/export`)).text).toContain('as it was given');
  const copy = () => call('POST', `/playbooks/${slug}/steps/0/prompts/0/copies?version=1`);
  expect((await copy()).body.prompt_body).toBe('as it was given');
  const { id: entry } = (await call('GET', '/history')).body.items[0];
  expect((await call('GET', `/history/${entry}`)).body.text).toBe('as it was given');
  expect(await read((await buildMember(site, { level: 5 })).token)).toMatchObject(now);
});

test('a run of an unpublished playbook keeps its steps, which nobody else can see', async () => {
  const buyer = await buildMember(site);
  const { id, slug } = await build([step('Bought', 'one')], { status: 'draft' });
  const purchase = { playbook_id: id, user_id: buyer.id };
  await site.db.insertInto('user_playbook_purchases').values(purchase).execute();
  const mine = (method: string, path: string) => call(method, path, {}, buyer.token);
  const run = (await mine('POST', `/playbooks/${slug}/runs`)).body;
  await save(id, { steps: [step('Changed', 'two')] });
  await save(id, { steps: [step('Published', 'three')], status: 'published' });
  const get = (path: string, token: string) => call('GET', path, undefined, token);
  expect((await get(`/runs/${run.id}/export`, buyer.token)).text).toContain('## 1. Bought');
  const first = `/playbooks/${slug}/versions/1`;
  expect((await get(first, buyer.token)).body.steps).toMatchObject([{ title: 'Bought' }]);
  expect((await get(first, reader.token)).status).toBe(404);
  expect((await call('POST', `/playbooks/${slug}/steps/0/prompts/0/copies?version=1`)).status).toBe(404);
  const { items } = (await get(`/playbooks/${slug}/versions`, reader.token)).body;
  expect(items.map(({ number }: { number: number }) => number)).toEqual([2]);
  expect((await get(`/playbooks/${slug}/versions/2?difference=true`, reader.token)).body.difference).toEqual(
    [],
  );
});

test('a run keeps the steps it was started with, until its member switches to the current ones', async () => {
  const { id, slug } = await build([
    step('Research', 'Study {{company}}.'),
    step('Write', 'Use {{step 1 result}}'),
  ]);
  const run = (await call('POST', `/playbooks/${slug}/runs`, { values: { company: 'Acme' } })).body;
  expect(run).toMatchObject({ version: 1, playbook: { version: 1 } });
  await call('PUT', `/runs/${run.id}/steps/1`, { result: 'A letter.', done: true });
  await save(id, { steps: [step('Ask around', 'Whom?')] });
  expect((await call('GET', `/runs/${run.id}`)).body).toMatchObject({
    version: 1,
    playbook: { version: 2 },
    steps: [{ done: false }, { done: true, result: 'A letter.' }],
  });
  const exported = (await call('GET', `/runs/${run.id}/export`)).text;
  expect(exported).toContain('## 1. Research');
  expect(exported).toContain('Study Acme.');
  expect(exported).not.toContain('Whom?');
  const copy = (query: string) => call('POST', `/playbooks/${slug}/steps/1/prompts/0/copies${query}`);
  expect((await copy('?version=1')).body.prompt_body).toBe('Use {{step 1 result}}');
  expect((await copy('')).status).toBe(404);
  const history = (await call('GET', '/history')).body.items;
  expect(history[0]).toMatchObject({ action: 'copied', title: 'Launch' });
  expect((await call('GET', `/history/${history[0].id}`)).body.text).toBe('Use {{step 1 result}}');
  expect((await call('PATCH', `/runs/${run.id}`, { version: 1 })).status).toBe(409);
  expect((await call('PATCH', `/runs/${run.id}`, { version: 2 })).body).toMatchObject({ version: 2 });
  expect((await call('GET', `/runs/${run.id}/export`)).text).toContain('## 1. Ask around');
});
