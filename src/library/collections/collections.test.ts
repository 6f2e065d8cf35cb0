import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildMember, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { CollectionItem } from './collections.contract.ts';

let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let somebody: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  [member, somebody] = await Promise.all([buildMember(site, { level: 1 }), buildMember(site, { level: 0 })]);
});
afterAll(() => site.stop());

const call = (method: string, path: string, body?: unknown, { token } = member) =>
  site.api(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
const create = async (body: object = { name: 'Launch' }) => (await call('POST', '/collections', body)).body;
const add = (id: string, target_type: string, slug: string, note?: string) =>
  call('POST', `/collections/${id}/items`, { target_type, slug, ...(note ? { note } : {}) });
const titles = ({ items }: { items: CollectionItem[] }) => items.map(({ title }) => title);

test('a collection can be named, described, filled, reordered and deleted', async () => {
  const made = await call('POST', '/collections', { name: ' Launch ', note: 'For May' });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    name: 'Launch',
    note: 'For May',
    link: null,
    items: [],
    hidden_count: 0,
  });
  const { id } = made.body;
  const one = await buildPrompt(site, { title: 'One' });
  const two = await buildPlaybook(site, { title: 'Two' });
  const three = await buildPrompt(site, { title: 'Three' });
  const first = await add(id, 'prompt', one.slug, 'Begin here');
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ target_type: 'prompt', note: 'Begin here', can: { read: true } });
  await add(id, 'playbook', two.slug);
  const last = (await add(id, 'prompt', three.slug)).body;
  // Adding it again changes neither its position nor its note.
  expect((await add(id, 'prompt', one.slug)).body).toEqual(first.body);
  expect(titles((await call('GET', `/collections/${id}`)).body)).toEqual(['One', 'Two', 'Three']);
  const change = (item: string, body: object) => call('PATCH', `/collections/${id}/items/${item}`, body);
  expect((await change(last.id, { position: 0, note: 'Now first' })).body.note).toBe('Now first');
  expect(titles((await call('GET', `/collections/${id}/items`)).body)).toEqual(['Three', 'One', 'Two']);
  await change(last.id, { position: 1 });
  await change(first.body.id, { position: 99 });
  const { items } = (await call('GET', `/collections/${id}`)).body;
  expect(titles({ items })).toEqual(['Three', 'Two', 'One']);

  const where = async (query: string) =>
    (await call('GET', `/collections${query}`)).body.items.find((item: { id: string }) => item.id === id);
  expect(await where('')).toMatchObject({ item_count: 3, item_id: null });
  expect(await where(`?prompt=${one.slug}`)).toMatchObject({ item_id: first.body.id });
  expect(await where(`?playbook=${one.slug}`)).toMatchObject({ item_id: null });
  // An open page may know an earlier address.
  await site.db.insertInto('earlier_prompt_slugs').values({ slug: 'earlier-one', item_id: one.id }).execute();
  expect(await where('?prompt=earlier-one')).toMatchObject({ item_id: first.body.id });

  // Unpublished items are only counted, but keep their positions.
  const publish = (status: 'draft' | 'published') =>
    site.db.updateTable('playbooks').set({ status }).where('id', '=', two.id).execute();
  await publish('draft');
  const without = (await call('GET', `/collections/${id}`)).body;
  expect([titles(without), without.hidden_count]).toEqual([['Three', 'One'], 1]);
  expect((await where('')).item_count).toBe(2);
  await change(first.body.id, { position: 0 });
  await publish('published');
  expect(titles((await call('GET', `/collections/${id}`)).body)).toEqual(['One', 'Three', 'Two']);

  expect((await call('DELETE', `/collections/${id}/items/${last.id}`)).status).toBe(200);
  expect((await call('DELETE', `/collections/${id}/items/${last.id}`)).status).toBe(404);
  expect((await call('PATCH', `/collections/${id}`, { name: 'Later' })).body).toMatchObject({
    name: 'Later',
    note: 'For May',
  });
  const { collections } = (await call('GET', '/profile/export')).body;
  expect(collections).toMatchObject([
    { name: 'Later', items: [{ target_type: 'prompt', slug: one.slug, note: 'Begin here' }, {}] },
  ]);
  await call('DELETE', `/collections/${id}`);
  expect((await call('GET', `/collections/${id}`)).status).toBe(404);
});

test('a link shows other members what their plan allows, without texts, until it is revoked', async () => {
  const { id } = await create({ name: 'For the team' });
  const secret = 'the-text-itself';
  const gated = await buildPrompt(site, { title: 'Gated', tier_access: 1, prompt_body: secret });
  const draft = await buildPrompt(site, { title: 'Secret draft' });
  await add(id, 'prompt', gated.slug, 'Use this one');
  await add(id, 'prompt', draft.slug);
  await site.db.updateTable('prompts').set({ status: 'draft' }).where('id', '=', draft.id).execute();
  const { link } = (await call('PATCH', `/collections/${id}`, { is_shared: true })).body;
  // Sharing it again doesn't create another link.
  expect((await call('PATCH', `/collections/${id}`, { is_shared: true })).body.link).toBe(link);
  const shared = (viewer = somebody) => call('GET', `/collections/shared/${link}`, undefined, viewer);
  const seen = await shared();
  expect(seen.body).toMatchObject({
    name: 'For the team',
    shared_by: null,
    is_own: false,
    hidden_count: 1,
    items: [{ title: 'Gated', note: 'Use this one', can: { read: false } }],
  });
  expect(seen.text).not.toMatch(new RegExp(`${secret}|Secret draft|${member.email.split('@')[0]}|${id}`));
  await site.db.updateTable('profiles').set({ display_name: 'Ada' }).where('id', '=', member.id).execute();
  expect((await shared(member)).body).toMatchObject({
    shared_by: 'Ada',
    is_own: true,
    items: [{ can: { read: true } }],
  });
  expect((await site.api('GET', `/api/v1/collections/shared/${link}`)).status).toBe(401);

  const copy = (await call('POST', '/collections', { name: 'My copy', from_link: link }, somebody)).body;
  expect(copy).toMatchObject({ link: null, items: [{ title: 'Gated', note: 'Use this one' }] });
  expect(copy.hidden_count).toBe(0);

  for (const [method, path, body] of [
    ['GET', `/collections/${id}`, undefined],
    ['PATCH', `/collections/${id}`, { is_shared: false }],
    ['POST', `/collections/${id}/items`, { target_type: 'prompt', slug: gated.slug }],
    ['DELETE', `/collections/${id}`, undefined],
  ] as const)
    expect((await call(method, path, body, somebody)).status, `${method} ${path}`).toBe(404);
  await call('PATCH', `/collections/${id}`, { is_shared: false });
  expect((await shared()).status).toBe(404);
  const again = (await call('PATCH', `/collections/${id}`, { is_shared: true })).body.link;
  expect(again).not.toBe(link);
  expect((await shared()).status).toBe(404);
  expect((await call('GET', `/collections/${copy.id}`, undefined, somebody)).body.items).toHaveLength(1);
});

test('names, notes and items beyond the limits are refused', async () => {
  const { id } = await create();
  const { slug } = await buildPrompt(site);
  for (const [path, body] of [
    ['/collections', { name: '   ' }],
    ['/collections', { name: 'x'.repeat(limits.collectionName + 1) }],
    ['/collections', { name: 'x', note: 'x'.repeat(limits.collectionNote + 1) }],
    [`/collections/${id}/items`, { target_type: 'comment', slug }],
    [`/collections/${id}/items`, { target_type: 'prompt', slug, note: 'x'.repeat(1_001) }],
  ] as const)
    expect((await call('POST', path, body)).status, JSON.stringify(body).slice(0, 80)).toBe(422);
  const collector = await buildMember(site);
  await site.pool.query(
    `insert into collections (user_id, name) select $1, 'Collection ' || n from generate_series(1, $2) n`,
    [collector.id, limits.collections - 3],
  );
  const made = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/collections', { name: 'One more' }, collector)),
  );
  const { total } = (await call('GET', '/collections', undefined, collector)).body;
  expect(total).toBe(limits.collections);
  expect(made.map(({ status }) => status).filter((status) => ![201, 409].includes(status))).toEqual([]);
  const { link } = (await call('PATCH', `/collections/${id}`, { is_shared: true })).body;
  const copy = await call('POST', '/collections', { name: 'Copy', from_link: link }, collector);
  expect(copy.status).toBe(409);
  await site.pool.query(
    `insert into prompts (slug, title, prompt_body, status) select 'many-' || n, 'x', 'x', 'published' from generate_series(1, $1) n`,
    [limits.collectionItems],
  );
  await site.pool.query(
    `insert into collection_items (collection_id, prompt_id, position) select $1, id, 0 from prompts where slug like 'many-%'`,
    [id],
  );
  expect((await add(id, 'prompt', slug)).status).toBe(409);
  expect((await add(id, 'prompt', 'many-1')).status).toBe(201);
});
