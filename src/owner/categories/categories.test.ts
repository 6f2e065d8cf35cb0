// Needs the built pages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { AdminCategory } from './categories-admin.contract.ts';

// Two sites with separate caches on one database, like two processes.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let site: TestSite;
let other: TestSite;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  [site, other] = [await createTestSite({ database }), await createTestSite({ database })];
  ({ token } = await buildAdmin(site));
});
afterAll(async () => {
  await site.stop();
  await other.stop();
  await database.drop();
});

const ask = (method: string, path = '', body?: object) =>
  site.api(method, `/api/v1/admin/categories${path}`, { token, ...(body ? { body } : {}) });
/** Waits until every process knows of the prompt, because it is written past the API. */
async function addPrompt(values: Parameters<typeof buildPrompt>[1]) {
  const prompt = await buildPrompt(site, values);
  await site.services.databaseEvents.settled();
  return prompt;
}
async function all(): Promise<AdminCategory[]> {
  return (await ask('GET')).body.items;
}
async function named(name: string): Promise<AdminCategory> {
  const found = (await all()).find((category) => category.name === name);
  if (!found) throw new Error(`There is no category ${name}`);
  return found;
}
/** Asks both processes, which must agree. */
async function read(path: string) {
  const [one, two] = await Promise.all([site.api('GET', path), other.api('GET', path)]);
  expect([two.status, two.headers.get('location')]).toEqual([one.status, one.headers.get('location')]);
  expect(two.body).toEqual(one.body);
  return one;
}
const listed = async () =>
  (await read('/api/v1/categories')).body.prompts.map(
    ({ name, count }: { name: string; count: number }) => `${name} ${count}`,
  );
const titles = async (path: string) =>
  (await read(path)).body.items.map(({ title }: { title: string }) => title).sort();
const categoryOf = async (id: string) =>
  (await site.db.selectFrom('prompts').select('category').where('id', '=', id).executeTakeFirstOrThrow())
    .category;

test('a renamed category takes its items, filters, counts and addresses along, in every process', async () => {
  await addPrompt({ title: 'One', category: 'Copywriting' });
  const draft = await addPrompt({ category: 'Copywriting, Other', status: 'draft' });
  await buildPlaybook(site, { title: 'Steps', category: 'Copywriting' });
  await site.services.databaseEvents.settled();
  const { id, slug } = await named('Copywriting');
  expect(slug).toBe('copywriting');
  expect((await read('/categories/copywriting')).text).toContain('<h1');
  const renamed = await ask('PATCH', `/${id}`, { name: 'Writing copy', description: 'Words that sell.' });
  expect(renamed.body).toMatchObject({
    name: 'Writing copy',
    slug: 'writing-copy',
    earlier_names: ['Copywriting'],
    prompts: 2,
    playbooks: 1,
    published: 2,
  });
  expect(await listed()).toEqual(['Writing copy 1']);
  expect(await categoryOf(draft.id)).toBe('Writing copy, Other');
  for (const name of ['Copywriting', 'Writing copy'])
    expect(await titles(`/api/v1/prompts?category=${encodeURIComponent(name)}`)).toEqual(['One']);
  const redirects = {
    '/categories/copywriting': '/categories/writing-copy',
    '/browse?category=Copywriting': '/browse?category=Writing+copy',
    '/browse-playbooks?category=Copywriting': '/browse-playbooks?category=Writing+copy',
  };
  for (const [from, to] of Object.entries(redirects)) {
    const { status, headers } = await read(from);
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([301, to, 'no-store']);
  }
  const page = (await read('/categories/writing-copy')).text;
  for (const part of [
    'Words that sell.',
    'One',
    'Steps',
    `rel="canonical" href="${site.url}/categories/writing-copy"`,
  ])
    expect(page).toContain(part);
  const map = (await site.api('GET', '/sitemap.xml')).text;
  expect(map).toContain(`<loc>${site.url}/categories/writing-copy</loc>`);
  expect(map).not.toContain('/categories/copywriting');
  expect((await site.api('GET', '/feed.json?category=Copywriting')).body.items).toHaveLength(2);

  // And back.
  const back = await ask('PATCH', `/${id}`, { name: 'Copywriting' });
  expect(back.body).toMatchObject({ slug: 'copywriting', earlier_names: ['Writing copy'] });
  expect((await read('/categories/writing-copy')).headers.get('location')).toBe('/categories/copywriting');
  expect((await read('/categories/copywriting')).status).toBe(200);
});

test('an earlier name still leads to the current category', async () => {
  await addPrompt({ category: 'Ads' });
  const { id } = await named('Ads');
  await ask('PATCH', `/${id}`, { name: 'Advertising' });
  const imported = await addPrompt({ category: 'Ads, Advertising, Fresh' });
  expect(await categoryOf(imported.id)).toBe('Advertising, Fresh');
  expect((await all()).map(({ name }) => name)).not.toContain('Ads');
  // Until a new category takes the name.
  expect((await ask('POST', '', { name: 'Ads' })).body.error).toContain(
    '“Ads” is an earlier name of “Advertising”',
  );
  expect((await ask('PATCH', `/${id}`, { earlier_names: [] })).body.earlier_names).toEqual([]);
  const { body } = await ask('POST', '', { name: 'Ads' });
  expect(body).toMatchObject({ name: 'Ads', slug: 'ads-2', is_unused: true });
  expect((await ask('DELETE', `/${body.id}`)).status).toBe(204);
});

test('an earlier name can be given up, and the others stay; items in the trash are not counted', async () => {
  await addPrompt({ category: 'Verse' });
  const trashed = { status: 'draft', deleted_status: 'published', deleted_at: new Date() } as const;
  await addPrompt({ category: 'Verse', ...trashed });
  const { id, prompts } = await named('Verse');
  expect(prompts).toBe(1);
  for (const name of ['Rhymes', 'Poems']) await ask('PATCH', `/${id}`, { name });
  expect((await named('Poems')).earlier_names).toEqual(['Rhymes', 'Verse']);
  expect((await ask('PATCH', `/${id}`, { earlier_names: ['Verse'] })).body.earlier_names).toEqual(['Verse']);
  const later = await addPrompt({ category: 'Verse, Rhymes' });
  expect(await categoryOf(later.id)).toBe('Poems, Rhymes');
});

test('tables, bulk changes and mailings with an earlier name find the items of the current category', async () => {
  const prompt = await addPrompt({ title: 'Fable', category: 'Tales' });
  const member = await buildMember(site);
  await site.api('PUT', `/api/v1/prompts/${prompt.slug}/favorite`, { token: member.token });
  await site.db.updateTable('profiles').set({ email_news: true }).where('id', '=', member.id).execute();
  const [tales, myths] = [await named('Tales'), (await ask('POST', '', { name: 'Myths' })).body];
  await ask('PATCH', `/${tales.id}`, { name: 'Folk tales' });
  await ask('POST', `/${tales.id}/merge`, { into: myths.id });
  const admin = (method: string, path: string, body?: object) =>
    site.api(method, `/api/v1/admin/${path}`, { token, ...(body ? { body } : {}) });
  for (const category of ['Tales', 'Folk tales', 'Myths']) {
    const table = await admin('GET', `prompts?category=${encodeURIComponent(category)}`);
    expect(table.body.items).toMatchObject([{ title: 'Fable' }]);
    const segment = { plans: [], seen: null, category };
    expect((await admin('POST', 'mailings/audience', { segment })).body.recipients).toBe(1);
    const change = { add_tags: [category] };
    expect((await admin('POST', 'prompts/bulk', { matching: { category }, change })).body.changed).toBe(1);
  }
});

test('a merged category is gone, and all of its items are in the other one, once', async () => {
  const both = await addPrompt({ title: 'Both', category: 'Novels, Stories' });
  await addPrompt({ title: 'Only', category: 'Novels' });
  await buildPlaybook(site, { category: 'Novels' });
  const [novels, stories] = [await named('Novels'), await named('Stories')];
  await ask('PATCH', `/${novels.id}`, { name: 'Long novels' });
  const merged = await ask('POST', `/${novels.id}/merge`, { into: stories.id });
  expect(merged.body).toMatchObject({
    name: 'Stories',
    earlier_names: ['Long novels', 'Novels'],
    prompts: 2,
    playbooks: 1,
  });
  expect(await categoryOf(both.id)).toBe('Stories');
  expect(await titles('/api/v1/prompts?category=Novels')).toEqual(['Both', 'Only']);
  for (const slug of ['novels', 'long-novels'])
    expect((await read(`/categories/${slug}`)).headers.get('location')).toBe('/categories/stories');
  expect((await ask('POST', `/${novels.id}/merge`, { into: stories.id })).status).toBe(404);
  expect((await ask('POST', `/${stories.id}/merge`, { into: stories.id })).status).toBe(409);
});

test("a category with items can't be deleted, and no other category gets its earlier addresses", async () => {
  await addPrompt({ category: 'Poems' });
  await buildPlaybook(site, { category: 'Riddles' });
  await site.services.databaseEvents.settled();
  const [poems, riddles] = [await named('Poems'), await named('Riddles')];
  for (const { id } of [poems, riddles]) expect((await ask('DELETE', `/${id}`)).status).toBe(409);
  await ask('PATCH', `/${poems.id}`, { slug: 'verses' });
  const taken = await ask('PATCH', `/${riddles.id}`, { slug: 'poems' });
  expect([taken.status, taken.body.error]).toEqual([422, expect.stringMatching(/^slug: /)]);
  expect((await read('/categories/poems')).headers.get('location')).toBe('/categories/verses');
});

test('a hidden category leaves every list and has no page; its items stay', async () => {
  await addPrompt({ title: 'In the open', category: 'Secret drawer' });
  const { id, slug } = await named('Secret drawer');
  const shows = async () => (await listed()).some((entry: string) => entry.startsWith('Secret drawer'));
  expect(await shows()).toBe(true);
  await ask('PATCH', `/${id}`, { is_hidden: true });
  expect(await shows()).toBe(false);
  expect((await read(`/categories/${slug}`)).status).toBe(404);
  expect((await site.api('GET', '/sitemap.xml')).text).not.toContain(slug);
  expect(await titles('/api/v1/prompts?q=open')).toEqual(['In the open']);
  expect(await titles('/api/v1/prompts?category=Secret+drawer')).toEqual(['In the open']);
  // Nor is it told what it is called now.
  await ask('PATCH', `/${id}`, { name: 'Locked drawer' });
  const renamed = async () => (await read('/api/v1/categories')).body.renamed['Secret drawer'];
  expect(await renamed()).toBeUndefined();
  const old = await read(`/categories/${slug}`);
  expect([old.status, old.headers.get('location')]).toEqual([404, null]);
  await ask('PATCH', `/${id}`, { is_hidden: false });
  expect(await renamed()).toBe('Locked drawer');
  expect((await read(`/categories/${slug}`)).headers.get('location')).toBe('/categories/locked-drawer');
});

test('the order is the owner’s, then by name', async () => {
  for (const category of ['Zebras', 'Ants', 'Mice']) await addPrompt({ category });
  const order = async () =>
    (await listed())
      .map((entry: string) => entry.split(' ')[0])
      .filter((name: string) => ['Zebras', 'Ants', 'Mice'].includes(name));
  expect(await order()).toEqual(['Ants', 'Mice', 'Zebras']);
  const ids = [(await named('Zebras')).id, (await named('Mice')).id];
  await ask('PUT', '/order', { ids });
  expect(await order()).toEqual(['Zebras', 'Mice', 'Ants']);
  expect((await all())[0]?.name).toBe('Zebras');
  await ask('PUT', '/order', { ids: [] });
  expect(await order()).toEqual(['Ants', 'Mice', 'Zebras']);
});

test("two concurrent saves don't overwrite each other, and a name exists once", async () => {
  await addPrompt({ category: 'First' });
  await addPrompt({ category: 'Second' });
  const { id, updated_at } = await named('First');
  expect((await ask('PATCH', `/${id}`, { description: 'Mine', updated_at })).status).toBe(200);
  expect((await ask('PATCH', `/${id}`, { description: 'Theirs', updated_at })).body.code).toBe('conflict');
  expect((await named('First')).description).toBe('Mine');
  for (const [body, field] of [
    [{ name: 'Second' }, 'name'],
    [{ name: 'A, B' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ slug: 'second' }, 'slug'],
    [{ slug: 'No Address' }, 'slug'],
    [{ description: 'x'.repeat(2_001) }, 'description'],
  ] as const) {
    const answer = await ask('PATCH', `/${id}`, body);
    expect([answer.status, answer.body.error.split(':')[0]]).toEqual([422, field]);
  }
  expect((await ask('PATCH', `/${id}`, { name: 'Second' })).body.error).toContain('Merge the two instead.');
  expect((await ask('POST', '', { name: 'Second' })).body.error).toBe('name: “Second” already exists.');
  expect((await ask('DELETE', `/${id}`)).body.code).toBe('conflict');
  const twice = { id: '00000000-0000-4000-8000-0000000000aa', name: 'Sent twice' };
  const answers = await Promise.all([ask('POST', '', twice), ask('POST', '', twice)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
});

test('a name that differs from an existing one only in case is taken', async () => {
  const { id, updated_at } = (await ask('POST', '', { name: 'Été' })).body;
  const other = (await ask('POST', '', { name: 'Ete' })).body;
  for (const name of ['Été', 'été', 'ÉTÉ'])
    for (const [answer, hint] of [
      [await ask('POST', '', { name }), ''],
      [await ask('PATCH', `/${other.id}`, { name }), ' Merge the two instead.'],
    ] as const)
      expect([answer.status, answer.body.error]).toEqual([422, `name: “Été” already exists.${hint}`]);
  const renamed = await ask('PATCH', `/${id}`, { name: 'éTÉ', updated_at });
  expect([renamed.status, renamed.body.name]).toEqual([200, 'éTÉ']);
});

test('items that are saved while a category is renamed end up in it', async () => {
  await addPrompt({ category: 'Moving' });
  let { id } = await named('Moving');
  for (let round = 0; round < 10; round += 1) {
    const from = round === 0 ? 'Moving' : `Moving ${round}`;
    const saves = Array.from({ length: 6 }, () => buildPrompt(site, { category: from }));
    const [renamed] = await Promise.all([ask('PATCH', `/${id}`, { name: `Moving ${round + 1}` }), ...saves]);
    expect(renamed.status, renamed.text).toBe(200);
    ({ id } = renamed.body);
  }
  const { rows } = await site.pool.query(
    "select distinct category from prompts where category like 'Moving%'",
  );
  expect(rows).toEqual([{ category: 'Moving 10' }]);
  const member = await buildMember(site);
  expect((await site.api('GET', '/api/v1/categories', { token: member.token })).body.renamed).toMatchObject({
    Moving: 'Moving 10',
  });
});
