import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildMember, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { CollectionItem } from './collections.contract.ts';

type Member = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let member: Member;
let other: Member;
beforeAll(async () => {
  site = await createTestSite();
  [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
});
afterAll(() => site.stop());

const call = (method: string, path: string, body?: unknown, { token } = member) =>
  site.api(method, `/api/v1/collections${path}`, { token, ...(body ? { body } : {}) });
const create = async (body: object = { name: 'Launch' }, who = member) =>
  (await call('POST', '', body, who)).body;
const add = (id: string, slug: string, note?: string, who = member) =>
  call('POST', `/${id}/items`, { target_type: 'prompt', slug, ...(note ? { note } : {}) }, who);
const items = async (id: string): Promise<CollectionItem[]> => (await call('GET', `/${id}`)).body.items;
const setStatus = (id: string, status: 'draft' | 'published') =>
  site.db.updateTable('prompts').set({ status }).where('id', '=', id).execute();

describe('the order of a collection', () => {
  test('matches a plain list after the same moves, even with an unpublished item in it', async () => {
    const { id } = await create();
    const titles = ['a', 'hidden', 'b', 'c', 'd', 'e'];
    const ids = new Map<string, string>();
    const prompts = [];
    for (const title of titles) {
      const prompt = await buildPrompt(site, { title });
      prompts.push(prompt);
      ids.set(title, (await add(id, prompt.slug)).body.id);
    }
    const draft = prompts[1]?.id ?? '';
    await setStatus(draft, 'draft');
    let expected = titles.filter((title) => title !== 'hidden');
    for (const [title, position] of [
      ['a', 4],
      ['c', 0],
      ['e', 2],
      ['b', 2],
      ['d', 300],
      ['c', 0],
      ['a', 1],
    ] as const) {
      const moved = await call('PATCH', `/${id}/items/${ids.get(title)}`, { position });
      expect(moved.body.title).toBe(title);
      expected = expected.filter((name) => name !== title).toSpliced(position, 0, title);
      expect((await items(id)).map((item) => item.title)).toEqual(expected);
    }
    await setStatus(draft, 'published');
    expect((await items(id)).map((item) => item.title).toSorted()).toEqual(titles.toSorted());
    for (const position of [-1, limits.collectionItems + 1, 0.5, 'first'])
      expect((await call('PATCH', `/${id}/items/${ids.get('a')}`, { position })).status).toBe(422);
  });

  test("is kept by a copy, which leaves out items that its member can't open", async () => {
    const { id } = await create({ name: 'Mine', note: 'The note' });
    const prompts = [];
    for (const title of ['one', 'two', 'three']) prompts.push(await buildPrompt(site, { title }));
    for (const { slug, title } of prompts) await add(id, slug, `Note on ${title}`);
    const [first] = await items(id);
    await call('PATCH', `/${id}/items/${first?.id}`, { position: 2 });
    const { link } = (await call('PATCH', `/${id}`, { is_shared: true })).body;
    await setStatus(prompts[1]?.id ?? '', 'draft');
    const copy = await create({ name: 'Copy', from_link: link }, other);
    expect(copy).toMatchObject({ name: 'Copy', note: 'The note', link: null, hidden_count: 0 });
    expect(copy.items.map(({ title, note }: CollectionItem) => [title, note])).toEqual([
      ['three', 'Note on three'],
      ['one', 'Note on one'],
    ]);
    expect((await create({ name: 'Copy', note: 'Own words', from_link: link }, other)).note).toBe(
      'Own words',
    );
    expect((await call('POST', '', { name: 'x', from_link: crypto.randomUUID() }, other)).status).toBe(404);
    // The copy belongs to its creator, so it stays when the original is deleted.
    await call('DELETE', `/${id}`);
    expect((await call('GET', `/${copy.id}`, undefined, other)).body.items).toHaveLength(2);
  });
});

test("an item of someone else’s collection can't be changed or removed through your own", async () => {
  const [mine, theirs] = [await create(), await create({ name: 'Theirs' }, other)];
  const { slug } = await buildPrompt(site);
  const item = (await add(theirs.id, slug, 'Their note', other)).body;
  const path = `/${mine.id}/items/${item.id}`;
  expect((await call('PATCH', path, { note: 'x', position: 0 })).status).toBe(404);
  expect((await call('DELETE', path)).status).toBe(404);
  expect((await call('GET', `/${theirs.id}`, undefined, other)).body.items).toMatchObject([
    { note: 'Their note' },
  ]);
  expect(
    (await call('GET', `?prompt=${slug}`)).body.items.every(
      ({ item_id }: { item_id: null }) => item_id === null,
    ),
  ).toBe(true);
});

test('an item that is added many times at once is in the collection once', async () => {
  const { id } = await create();
  const { slug } = await buildPrompt(site);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => add(id, slug, `Note ${index}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await items(id)).toHaveLength(1);
});

test("a draft can't be added, and a locked prompt only shows its card", async () => {
  const { id } = await create();
  const secret = `canary-${crypto.randomUUID()}`;
  const draft = await buildPrompt(site, { status: 'draft' });
  const locked = await buildPrompt(site, { tier_access: 3, prompt_body: secret, example_output: secret });
  expect((await add(id, draft.slug)).status).toBe(404);
  expect((await add(id, 'there-is-none')).status).toBe(404);
  const added = await add(id, locked.slug);
  expect(added.body).toMatchObject({ slug: locked.slug, tier_access: 3, can: { read: false } });
  expect(added.text + (await call('GET', `/${id}`)).text).not.toContain(secret);
});

test('the collection changed last is listed first, whatever was changed', async () => {
  const keeper = await buildMember(site);
  const made = [];
  for (const name of ['a', 'b', 'c']) made.push((await create({ name }, keeper)).id);
  const names = async () =>
    (await call('GET', '', undefined, keeper)).body.items.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['c', 'b', 'a']);
  const { slug } = await buildPlaybook(site);
  const path = `/${made[0]}/items`;
  const item = (await call('POST', path, { target_type: 'playbook', slug }, keeper)).body;
  expect(await names()).toEqual(['a', 'c', 'b']);
  await call('PATCH', `/${made[1]}`, { is_shared: true }, keeper);
  expect(await names()).toEqual(['b', 'a', 'c']);
  await call('GET', `/${made[2]}`, undefined, keeper);
  expect(await names()).toEqual(['b', 'a', 'c']);
  await call('PATCH', `${path}/${item.id}`, { note: 'Read first' }, keeper);
  expect(await names()).toEqual(['a', 'b', 'c']);
  await call('PATCH', `/${made[2]}`, { note: 'Words' }, keeper);
  expect(await names()).toEqual(['c', 'a', 'b']);
  await call('DELETE', `${path}/${item.id}`, undefined, keeper);
  expect(await names()).toEqual(['a', 'c', 'b']);
});

test('names and notes have maximum lengths; an empty note clears it, an empty name is refused', async () => {
  const { id } = await create();
  const { slug } = await buildPrompt(site);
  const item = (await add(id, slug, 'x'.repeat(limits.collectionItemNote))).body;
  const change = (body: object) => call('PATCH', `/${id}`, body);
  expect(
    (await change({ name: 'n'.repeat(limits.collectionName), note: 'x'.repeat(limits.collectionNote) }))
      .status,
  ).toBe(200);
  for (const body of [{ name: '' }, { name: ' ' }, { note: null }, { link: 'x' }, { note: 'nul \0' }])
    expect((await change(body)).status, JSON.stringify(body)).toBe(422);
  expect((await change({ note: '' })).body.note).toBe('');
  expect((await call('PATCH', `/${id}/items/${item.id}`, { note: '' })).body.note).toBe('');
});

test('shared collections are deleted with their member, and a name of spaces is refused', async () => {
  const leaving = await buildMember(site);
  const { id } = await create({ name: 'Shared' }, leaving);
  const { link } = (await call('PATCH', `/${id}`, { is_shared: true }, leaving)).body;
  const shared = () => call('GET', `/shared/${link}`);
  await site.db.updateTable('profiles').set({ display_name: '  ' }).where('id', '=', leaving.id).execute();
  expect((await shared()).body).toMatchObject({ name: 'Shared', shared_by: null, is_own: false });
  await site.api('DELETE', '/api/v1/profile', { token: leaving.token, body: { password: leaving.password } });
  expect((await shared()).status).toBe(404);
  expect((await call('GET', '/shared/no-link')).status).toBe(422);
});

test('creating a collection again with the same id returns that collection with the latest name', async () => {
  const keeper = await buildMember(site);
  const original = await create({ name: 'Original' });
  await add(original.id, (await buildPrompt(site)).slug);
  const { link } = (await call('PATCH', `/${original.id}`, { is_shared: true })).body;
  const id = crypto.randomUUID();
  const send = (name: string, who = keeper) => call('POST', '', { id, name, from_link: link }, who);
  const made = await Promise.all([send('Mine'), send('Mine')]);
  expect(made.map(({ status, body }) => [status, body.id])).toEqual([
    [201, id],
    [201, id],
  ]);
  const renamed = await send('Mine too');
  expect(renamed.body).toMatchObject({ id, name: 'Mine too', items: [{}] });
  expect((await call('GET', '', undefined, keeper)).body.total).toBe(1);
  const refused = await send('Theirs', other);
  expect([refused.status, refused.body.id]).toEqual([409, undefined]);
  expect((await call('GET', `/${id}`, undefined, keeper)).body.name).toBe('Mine too');
});
