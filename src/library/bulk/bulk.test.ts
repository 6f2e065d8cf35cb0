import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// A large catalog: tables without texts, bulk changes with undo, the trash, scheduled publishing, and former URLs.

let site: TestSite;
let token: string;
let member: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
  member = (await buildMember(site, { level: 2 })).token;
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token, ...(body === undefined ? {} : { body }) });
type Item = { id: string; title: string };
const titles = async (query: string) =>
  (await admin('GET', `/prompts?${query}`)).body.items.map(({ title }: Item) => title);

describe('the table of prompts', () => {
  beforeAll(async () => {
    await buildPrompt(site, {
      title: 'Zebra crossing',
      tags: ['stripes'],
      category: 'Animals',
      tier_access: 2,
    });
    await buildPrompt(site, {
      title: 'apple pie',
      description: 'With stripes of dough',
      prompt_type: 'Image',
    });
    await buildPrompt(site, { title: 'Mole hill', status: 'draft', prompt_body: 'SECRET stripes' });
  });

  test("can be searched like the members' list, filtered, sorted and paged", async () => {
    expect((await titles('q=stripes&sort=title')).sort()).toEqual(['Zebra crossing', 'apple pie']);
    expect(await titles('sort=title&limit=2')).toEqual(['apple pie', 'Mole hill']);
    expect(await titles('sort=title&limit=2&page=2')).toEqual(['Zebra crossing']);
    expect(await titles('sort=title&order=desc&limit=1')).toEqual(['Zebra crossing']);
    expect(await titles('status=draft')).toEqual(['Mole hill']);
    expect(await titles('type=Image')).toEqual(['apple pie']);
    expect(await titles('category=Animals&tier=2')).toEqual(['Zebra crossing']);
    for (const bad of ['status=gone', 'sort=body', 'page=0', 'tier=-1', 'type=Book'])
      expect((await admin('GET', `/prompts?${bad}`)).status, bad).toBe(422);
  });

  test('offers the levels that its items have, whether a plan has them or not', async () => {
    const all = async () => (await admin('GET', '/access-levels')).body;
    await buildPrompt(site, { tier_access: 7, status: 'draft' });
    expect((await all()).prompts).toEqual([0, 2, 7]);
    expect((await all()).playbooks).not.toContain(7);
    await buildPlaybook(site, { tier_access: 9 });
    expect((await all()).playbooks).toContain(9);
  });

  test("doesn't contain the texts of prompts", async () => {
    const { body } = await admin('GET', '/prompts?limit=100');
    expect(JSON.stringify(body)).not.toContain('SECRET');
    expect(body.items[0]).not.toHaveProperty('prompt_body');
  });
});

describe('many rows', () => {
  test('are changed together, and one undo restores all that nobody has saved since', async () => {
    const rows = [];
    for (const tags of [['a'], ['b'], []]) rows.push(await buildPrompt(site, { category: 'Bulk', tags }));
    const ids = rows.map(({ id }) => id);
    const change = {
      status: 'draft',
      tier_access: 1,
      category: 'Changed',
      add_tags: ['new'],
      remove_tags: ['a'],
    };
    const done = await admin('POST', '/prompts/bulk', { ids, change });
    expect(done).toMatchObject({ status: 200, body: { changed: 3 } });
    const read = () =>
      site.db
        .selectFrom('prompts')
        .select(['status', 'tier_access', 'category', 'tags'])
        .where('id', 'in', ids)
        .orderBy('created_at')
        .execute();
    expect(await read()).toEqual([
      { status: 'draft', tier_access: 1, category: 'Changed', tags: ['new'] },
      { status: 'draft', tier_access: 1, category: 'Changed', tags: ['b', 'new'] },
      { status: 'draft', tier_access: 1, category: 'Changed', tags: ['new'] },
    ]);
    await admin('PATCH', `/prompts/${ids[2]}`, { category: 'Saved since' });
    const undo = () => admin('POST', `/bulk-changes/${done.body.id}/undo`);
    expect((await undo()).body).toEqual({ restored: 2, kept: 1 });
    expect(await read()).toEqual([
      { status: 'published', tier_access: 0, category: 'Bulk', tags: ['a'] },
      { status: 'published', tier_access: 0, category: 'Bulk', tags: ['b'] },
      { status: 'draft', tier_access: 1, category: 'Saved since', tags: ['new'] },
    ]);
    expect((await undo()).status).toBe(404);
  });

  test('lose a removed tag in either Unicode spelling of its accents', async () => {
    const { id } = await buildPrompt(site, { tags: ['caf\u00e9', 'caf\u0065\u0301', 'tea'] });
    const change = { remove_tags: ['caf\u0065\u0301'] };
    expect((await admin('POST', '/prompts/bulk', { ids: [id], change })).body.changed).toBe(1);
    expect((await admin('GET', `/prompts/${id}`)).body.tags).toEqual(['tea']);
  });

  test('lose a removed tag whatever its case', async () => {
    const { id } = await buildPrompt(site, { tags: ['Tea', 'ÉTÉ', 'Milk'] });
    await admin('POST', '/prompts/bulk', { ids: [id], change: { remove_tags: ['tea', 'Été'] } });
    expect((await admin('GET', `/prompts/${id}`)).body.tags).toEqual(['Milk']);
    await admin('POST', '/prompts/bulk', {
      ids: [id],
      change: { remove_tags: ['Milk'], add_tags: ['milk'] },
    });
    expect((await admin('GET', `/prompts/${id}`)).body.tags).toEqual(['milk']);
  });

  test('get a tag that they have in another case only once', async () => {
    const { id } = await buildPrompt(site, { tags: ['Tea', 'Été'] });
    const change = { add_tags: ['tea', 'été', 'Milk', 'milk'] };
    await admin('POST', '/prompts/bulk', { ids: [id], change });
    expect((await admin('GET', `/prompts/${id}`)).body.tags).toEqual(['Tea', 'Été', 'Milk']);
  });

  test('never get more tags than the limit', async () => {
    const full = Array.from({ length: limits.tags - 1 }, (_, index) => `tag ${index}`);
    const { id } = await buildPrompt(site, { tags: full });
    const change = { add_tags: ['one more', 'one too many'] };
    expect((await admin('POST', '/prompts/bulk', { ids: [id], change })).status).toBe(200);
    const { body } = await admin('GET', `/prompts/${id}`);
    expect(body.tags).toEqual([...full, 'one more']);
    expect((await admin('PATCH', `/prompts/${id}`, { tags: body.tags })).status).toBe(200);
  });

  test('can be all rows that match the filters, and deleting them can be undone', async () => {
    for (let index = 0; index < 4; index += 1) await buildPrompt(site, { category: 'Everywhere' });
    const matching = { category: 'Everywhere' };
    const done = await admin('POST', '/prompts/bulk', { matching, change: { is_deleted: true } });
    expect(done.body.changed).toBe(4);
    expect(await titles('category=Everywhere')).toEqual([]);
    expect(await titles('category=Everywhere&status=trash')).toHaveLength(4);
    await admin('POST', `/bulk-changes/${done.body.id}/undo`);
    expect(await titles('category=Everywhere&status=published')).toHaveLength(4);
  });

  test('are scheduled for the same day again when publishing them is undone', async () => {
    const publish_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await buildPrompt(site, { status: 'draft', publish_at });
    const change = { ids: [id], change: { status: 'published' } };
    const done = await admin('POST', '/prompts/bulk', change);
    expect((await admin('GET', `/prompts/${id}`)).body).toMatchObject({
      status: 'published',
      publish_at: null,
    });
    await admin('POST', `/bulk-changes/${done.body.id}/undo`);
    expect((await admin('GET', `/prompts/${id}`)).body).toMatchObject({ status: 'draft', publish_at });
  });

  test('are published except for those in the trash, which are restored unchanged', async () => {
    const [listed, trashed] = [await buildPrompt(site, { status: 'draft' }), await buildPrompt(site)];
    await admin('DELETE', `/prompts/${trashed.id}`);
    const ids = [listed.id, trashed.id];
    const done = await admin('POST', '/prompts/bulk', { ids, change: { status: 'published' } });
    expect([done.status, done.body.changed]).toEqual([200, 2]);
    expect((await admin('GET', `/prompts/${listed.id}`)).body.status).toBe('published');
    expect((await admin('GET', `/prompts/${trashed.id}`)).status).toBe(404);
    expect((await admin('POST', `/prompts/${trashed.id}/restore`)).body.status).toBe('published');
  });

  test("can't be deleted if one was ever sold, even if it was refunded", async () => {
    const [sold, other] = [await buildPlaybook(site), await buildPlaybook(site)];
    await site.pool.query(
      `with checkout as (insert into checkouts (mode, kind, amount, status, playbook_id, expires_at)
          values ('live', 'playbook', 900, 'complete', $1, now()) returning id)
        insert into playbook_payments (checkout_id, playbook_id, mode, amount, read_number, is_refunded)
          select id, $1, 'live', 900, 1, true from checkout`,
      [sold.id],
    );
    expect((await admin('DELETE', `/playbooks/${sold.id}`)).status).toBe(409);
    const change = { ids: [sold.id, other.id], change: { is_deleted: true } };
    expect((await admin('POST', '/playbooks/bulk', change)).status).toBe(409);
    expect((await admin('GET', `/playbooks/${other.id}`)).status).toBe(200);
  });

  test("aren't deleted again by undoing a restore if they were bought in between", async () => {
    const [bought, free] = [await buildPlaybook(site), await buildPlaybook(site)];
    const ids = [bought.id, free.id];
    await admin('POST', '/playbooks/bulk', { ids, change: { is_deleted: true } });
    const back = await admin('POST', '/playbooks/bulk', { ids, change: { is_deleted: false } });
    const buyer = await buildMember(site);
    await site.db
      .insertInto('user_playbook_purchases')
      .values({ playbook_id: bought.id, user_id: buyer.id })
      .execute();
    const undone = await admin('POST', `/bulk-changes/${back.body.id}/undo`);
    expect(undone.body).toEqual({ restored: 1, kept: 1 });
    const rows = await site.db
      .selectFrom('playbooks')
      .select(['id', 'deleted_at'])
      .where('id', 'in', ids)
      .execute();
    expect(rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)).toEqual([bought.id]);
  });

  test.each([
    {},
    { ids: [], change: { status: 'draft' } },
    { ids: ['x'], change: { status: 'draft' } },
    { change: { status: 'draft' } },
    { matching: {}, change: {} },
    { matching: {}, change: { title: 'All the same' } },
    { matching: { tier: null }, change: { status: 'draft' } },
    { matching: { tier: true }, change: { status: 'draft' } },
  ])('are not changed by %j', async (body) => {
    expect((await admin('POST', '/prompts/bulk', body)).status).toBe(422);
  });
});

/** Everywhere that members or visitors might find an item. */
async function placesWith(word: string, slug: string, collection: 'prompts' | 'playbooks' = 'prompts') {
  const browse = collection === 'prompts' ? 'browse' : 'browse-playbooks';
  const asMember = { token: member };
  const places: [string, string][] = [];
  for (const [path, options] of [
    [`/api/v1/${collection}?limit=100`, {}],
    [`/api/v1/${collection}?q=${word}`, asMember],
    [`/api/v1/${collection}?favorites=true`, asMember],
    [`/api/v1/${collection}/${slug}`, asMember],
    ['/api/v1/categories', {}],
  ] as const)
    places.push([path, JSON.stringify((await site.api('GET', path, options)).body)]);
  for (const path of [
    '/feed.atom',
    '/feed.json',
    '/llms.txt',
    '/sitemap.xml',
    `/${browse}`,
    `/${browse}/${slug}`,
  ])
    places.push([path, await (await fetch(`${site.url}${path}`)).text()]);
  return places.filter(([, text]) => text.includes(word)).map(([path]) => path);
}

describe.each(['prompts', 'playbooks'] as const)('%s that are not to be seen', (collection) => {
  const build = (values: { title: string; category: string }) =>
    collection === 'prompts'
      ? buildPrompt(site, values)
      : buildPlaybook(site, { status: 'published', ...values });

  test('are visible to admins only, and unchanged once they are back', async () => {
    const word = `canary${collection}`;
    const item = await build({ title: `The ${word}`, category: word });
    await site.api('PUT', `/api/v1/${collection}/${item.slug}/favorite`, { token: member });
    expect(await placesWith(word, item.slug, collection)).toContain(`/api/v1/${collection}?favorites=true`);
    const one = `/${collection}/${item.id}`;

    expect((await admin('DELETE', one)).status).toBe(200);
    expect(await placesWith(word, item.slug, collection)).toEqual([]);
    expect((await admin('PATCH', one, { status: 'published' })).status).toBe(404);
    // There is no other saved version to compare with.
    const opened = { title: 'Typed meanwhile', updated_at: item.updated_at.toISOString() };
    expect((await admin('PATCH', one, opened)).status).toBe(404);
    const german = { token, headers: { 'Promptory-Language': 'de' }, body: { status: 'published' } };
    const refusal = 'Das liegt im Papierkorb. Stelle es zuerst wieder her.'; // cspell:disable-line
    expect((await site.api('PATCH', `/api/v1/admin${one}`, german)).body.error).toBe(refusal);
    expect((await admin('POST', `${one}/restore`)).body).toMatchObject({
      status: 'published',
      deleted_at: null,
    });
    expect((await placesWith(word, item.slug, collection)).length).toBeGreaterThan(5);

    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const scheduled = await admin('PATCH', one, { publish_at: tomorrow });
    expect(scheduled.body).toMatchObject({ status: 'draft', publish_at: tomorrow });
    const listed = async (status: string) =>
      (await admin('GET', `/${collection}?status=${status}&category=${word}`)).body.total;
    expect([await listed('draft'), await listed('scheduled')]).toEqual([0, 1]);
    expect(await placesWith(word, item.slug, collection)).toEqual([]);
    await site.services.publishDue();
    expect(await placesWith(word, item.slug, collection)).toEqual([]);
    await admin('DELETE', one);
    const back = await admin('POST', `${one}/restore`);
    expect(back.body).toMatchObject({ status: 'draft', publish_at: null, deleted_at: null });
    await admin('PATCH', one, { publish_at: tomorrow });
    // Before now, and after the first draft.
    const day = new Date(item.created_at.getTime() + 1).toISOString();
    await site.db.updateTable(collection).set({ publish_at: day }).where('id', '=', item.id).execute();
    await Promise.all([site.services.publishDue(), site.services.publishDue()]);
    expect((await placesWith(word, item.slug, collection)).length).toBeGreaterThan(5);
    const shown = (await admin('GET', one)).body;
    expect(shown).toMatchObject({ status: 'published', publish_at: null });
    // It counts as new from its publishing date, not from its first draft.
    expect(shown.created_at).toBe(day);

    for (const [path, status] of [
      [`${one}?forever=true`, 404],
      [one, 200],
      [one, 404],
      [`${one}?forever=true`, 200],
      [`${one}/restore`, 404],
    ] as const)
      expect((await admin(path.endsWith('restore') ? 'POST' : 'DELETE', path)).status, path).toBe(status);
  });

  test('are deleted permanently after 30 days, and not before', async () => {
    const [old, young] = [
      await build({ title: 'Old', category: '' }),
      await build({ title: 'Young', category: '' }),
    ];
    for (const { id } of [old, young]) await admin('DELETE', `/${collection}/${id}`);
    await site.db
      .updateTable(collection)
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('id', '=', old.id)
      .execute();
    await site.services.retention();
    expect((await admin('POST', `/${collection}/${old.id}/restore`)).status).toBe(404);
    expect((await admin('POST', `/${collection}/${young.id}/restore`)).status).toBe(200);
  });

  test('redirect from their former addresses', async () => {
    const item = await build({ title: 'Moving house', category: '' });
    const one = `/${collection}/${item.id}`;
    expect((await admin('PATCH', one, { slug: `new-home-${collection}` })).status).toBe(200);
    const api = await site.api('GET', `/api/v1/${collection}/${item.slug}`, { token: member });
    expect(api.body.slug).toBe(`new-home-${collection}`);
    const browse = collection === 'prompts' ? 'browse' : 'browse-playbooks';
    const page = await fetch(`${site.url}/${browse}/${item.slug}`, { redirect: 'manual' });
    expect(page.status).toBe(301);
    expect(page.headers.get('location')).toContain(`/${browse}/new-home-${collection}`);
    const other = await build({ title: 'Another', category: '' });
    for (const taken of [item.slug, `new-home-${collection}`])
      expect((await admin('PATCH', `/${collection}/${other.id}`, { slug: taken })).status).toBe(422);
    expect((await admin('PATCH', one, { slug: 'Not a slug' })).status).toBe(422);
    await admin('DELETE', one);
    expect((await site.api('GET', `/api/v1/${collection}/${item.slug}`, { token: member })).status).toBe(404);
    expect((await fetch(`${site.url}/${browse}/${item.slug}`, { redirect: 'manual' })).status).toBe(404);
  });
});

test('a prompt lists the playbooks that contain it', async () => {
  const prompt = await buildPrompt(site);
  const entry = { type: 'library', prompt_id: prompt.id, title: prompt.title, prompt_body: 'x' };
  await admin('POST', '/playbooks', { title: 'It is in here', steps: [{ title: 'One', prompts: [entry] }] });
  const { body } = await admin('GET', `/prompts/${prompt.id}/uses`);
  expect(body).toMatchObject({ total: 1, items: [{ title: 'It is in here' }] });
  // A playbook in the trash doesn't count.
  await admin('DELETE', `/playbooks/${body.items[0].id}`);
  expect((await admin('GET', `/prompts/${prompt.id}/uses`)).body).toEqual({
    items: [],
    total: 0,
    next_cursor: null,
  });
});

test('many items that are due at once are published a few at a time, which the time limit of a statement allows', async () => {
  const count = 1_200;
  await site.pool.query(
    `insert into prompts (slug, title, description, category, prompt_type, prompt_body, status, publish_at)
      select 'due-' || n, 'Due', 'Due', 'Due together', 'Text', 'Due', 'draft', now() - interval '1 minute' from generate_series(1, $1) n`,
    [count],
  );
  await site.pool.query(`create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 500 then raise 'too many for one statement'; end if; return null; end $$;
    create trigger refuse_many after update on prompts referencing new table as changed for each statement execute function refuse_many()`);
  await site.services.publishDue();
  const { rows } = await site.pool.query(
    "select count(*)::int as count from prompts where category = 'Due together' and status = 'published'",
  );
  expect(rows).toEqual([{ count }]);
});
