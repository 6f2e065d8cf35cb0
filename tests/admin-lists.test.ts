import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildTier,
  readAllPages,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// The admin tables, and two admins who work at the same time.
let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token, ...(body === undefined ? {} : { body }) });
const titles = async (path: string) =>
  (await readAllPages<{ title: string }>(site, `/api/v1/admin${path}`, { token })).items.map(
    (item) => item.title,
  );

describe.each([
  ['prompts', buildPrompt],
  ['playbooks', buildPlaybook],
] as const)('the table of %s', (table, build) => {
  beforeAll(async () => {
    for (let index = 0; index < 9; index += 1)
      await build(site, {
        title: `Row ${index}${index === 4 ? ' 100%_sure\\' : ''}`,
        status: index % 2 ? 'draft' : 'published',
        created_at: new Date(Date.UTC(2026, 3, 20 - Math.floor(index / 3))).toISOString(),
      });
  });

  test('has drafts too, newest first, for every page size', async () => {
    const whole = await titles(`/${table}?limit=100`);
    expect(whole).toHaveLength(9);
    for (const limit of [1, 2, 4]) expect(await titles(`/${table}?limit=${limit}`)).toEqual(whole);
    expect(whole.map((title) => Math.floor(Number(title.charAt(4)) / 3))).toEqual([
      0, 0, 0, 1, 1, 1, 2, 2, 2,
    ]);
  });

  test('can be searched for part of a title, ignoring case, without patterns', async () => {
    expect(await titles(`/${table}?q=ROW%207`)).toEqual(['Row 7']);
    expect(await titles(`/${table}?q=7%20r%C3%B6w`)).toEqual(['Row 7']);
    expect(await titles(`/${table}?q=%20%20`)).toHaveLength(9);
    for (const q of ['100%', '%_s', 'sure\\', '100%_SURE\\'])
      expect(await titles(`/${table}?q=${encodeURIComponent(q)}`), q).toEqual(['Row 4 100%_sure\\']);
    expect(await titles(`/${table}?q=R_w`)).toEqual([]);
    expect((await admin('GET', `/${table}?q=row&limit=2`)).body.total).toBe(9);
  });

  test('continues from its cursor in every order', async () => {
    for (const order of ['sort=title&order=desc', 'sort=status', 'sort=newest']) {
      const path = `/api/v1/admin/${table}?q=row&${order}`;
      const { items } = (await site.api('GET', `${path}&limit=100`, { token })).body;
      const { items: walked, pages } = await readAllPages(site, `${path}&limit=4`, { token });
      expect([order, pages, walked]).toEqual([order, 3, items]);
    }
  });

  test('names the filter that cannot be asked for', async () => {
    const { body } = await site.api('GET', '/api/v1/admin/prompts?category=%00', { token });
    expect(body.error).toBe("category: Contains characters that can't be stored");
  });

  test('refuses cursors and limits of another form', async () => {
    for (const [query, status] of [
      ['cursor=nonsense', 400],
      [`cursor=${Buffer.from(`["popular","1","${crypto.randomUUID()}"]`).toString('base64url')}`, 400],
      ['limit=0', 422],
      ['limit=1000', 422],
      [`q=${'x'.repeat(201)}`, 422],
    ] as const)
      expect([query, (await admin('GET', `/${table}?${query}`)).status]).toEqual([query, status]);
  });

  test('gives two concurrent creations with the same title different addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin('POST', `/${table}`, { title: 'The same title', ...bodyOf[table] }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(201));
    const slugs = answers.map((answer) => answer.body.slug);
    expect(slugs.toSorted()).toEqual([
      'the-same-title',
      ...[2, 3, 4, 5, 6].map((number) => `the-same-title-${number}`),
    ]);
    for (const { body } of answers) await admin('DELETE', `/${table}/${body.id}`);
  });

  test('accepts the first of several saves of the same version, and refuses the others', async () => {
    const { id } = await build(site);
    const { updated_at } = (await admin('GET', `/${table}/${id}`)).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin('PATCH', `/${table}/${id}`, { title: `Mine ${index}`, updated_at }),
      ),
    );
    const saved = answers.filter((answer) => answer.status === 200);
    expect(saved).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
    const { body } = await admin('GET', `/${table}/${id}`);
    expect(body.title).toBe(saved[0]?.body.title);
    // After reading again, or without a version to compare, saving works.
    expect(
      (await admin('PATCH', `/${table}/${id}`, { title: 'Read anew', updated_at: body.updated_at })).status,
    ).toBe(200);
    expect((await admin('PATCH', `/${table}/${id}`, { title: 'Over it' })).body.title).toBe('Over it');
    await admin('DELETE', `/${table}/${id}`);
  });

  test('answers 404 for deleted rows, and 422 for malformed ids', async () => {
    const { id } = await build(site);
    expect((await admin('DELETE', `/${table}/${id}`)).body).toEqual({ ok: true });
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { title: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect([method, (await admin(method, `/${table}/${id}`, body)).status]).toEqual([method, 404]);
      expect([method, (await admin(method, `/${table}/no-id`, body)).status]).toEqual([method, 422]);
    }
  });

  test('keeps the address of a row when its title changes, and shows the change at once', async () => {
    const { id, slug } = await build(site, { title: 'First name', status: 'published' });
    const member = await buildMember(site);
    expect((await admin('PATCH', `/${table}/${id}`, { title: 'Second name' })).body.slug).toBe(slug);
    const read = await site.api('GET', `/api/v1/${table}/${slug}`, { token: member.token });
    expect(read.body.title).toBe('Second name');
    await admin('PATCH', `/${table}/${id}`, { status: 'draft' });
    expect((await site.api('GET', `/api/v1/${table}/${slug}`, { token: member.token })).status).toBe(404);
    await admin('DELETE', `/${table}/${id}`);
  });
});

test('playbooks are sorted by the price for which they are sold', async () => {
  for (const [title, price, is_purchasable] of [
    ['Priced at 5', 500, true],
    ['Priced at 9, not for sale', 900, false],
    ['Priced at 7', 700, true],
  ] as const)
    await buildPlaybook(site, { title, price, is_purchasable });
  expect(await titles('/playbooks?q=priced&sort=price')).toEqual([
    'Priced at 9, not for sale',
    'Priced at 5',
    'Priced at 7',
  ]);
});
const bodyOf = { prompts: { prompt_body: 'x' }, playbooks: {} } as const;

describe('the table of users', () => {
  test('is paged, can be searched by address, and shows the tier that applies today', async () => {
    const gold = await buildTier(site, { name: 'Gold', access_level: 1 });
    const members = [];
    for (let index = 0; index < 5; index += 1)
      members.push(await buildMember(site, index % 2 ? { tier: gold } : {}));
    const all = (
      await readAllPages<{ email: string; tier_name: string | null; role: string }>(
        site,
        '/api/v1/admin/users?limit=2',
        { token },
      )
    ).items;
    expect(new Set(all.map((user) => user.email)).size).toBe(all.length);
    for (const [index, member] of members.entries())
      expect(all.find((user) => user.email === member.email)).toMatchObject({
        role: 'member',
        tier_name: index % 2 ? 'Gold' : null,
      });
    const [first] = members;
    const part = first?.email.slice(3, 14).toUpperCase();
    expect((await admin('GET', `/users?q=${part}`)).body).toMatchObject({
      total: 1,
      items: [{ email: first?.email }],
    });
    expect((await admin('GET', '/users?q=%25')).body.total).toBe(0);
    const listed = async (query: string) =>
      (await admin('GET', `/users?${query}`)).body.items.map((user: { email: string }) => user.email);
    const emails = (await listed('sort=email&limit=100')) as string[];
    expect(emails).toEqual(emails.toSorted());
    expect(await listed('sort=email&order=desc&limit=1')).toEqual(emails.slice(-1));
    expect(await listed('sort=email&limit=2&page=2')).toEqual(emails.slice(2, 4));
    expect((await admin('GET', '/users?role=admin')).body).toMatchObject({ all: emails.length });
    expect((await listed('role=admin')).length).toBeLessThan(emails.length);
    const ofGold = (await admin('GET', `/users?tier=${gold.id}&sort=tier`)).body.items;
    expect(ofGold.map((user: { tier_name: string }) => user.tier_name)).toEqual(['Gold', 'Gold']);
    expect(await listed('tier=none&limit=100')).toHaveLength(emails.length - 2);
    for (const bad of ['role=owner', 'tier=x', 'sort=password', 'page=0'])
      expect((await admin('GET', `/users?${bad}`)).status, bad).toBe(422);
    await site.db
      .updateTable('profiles')
      .set({ tier_until: new Date(Date.now() - 1_000) })
      .where('tier_id', '=', gold.id)
      .execute();
    expect((await admin('GET', `/users?q=${members[1]?.email}`)).body.items[0].tier_name).toBeNull();
    // Members with an expired tier are listed as having none.
    expect(await listed('tier=none&limit=100')).toHaveLength(emails.length);
    expect(await listed(`tier=${gold.id}`)).toEqual([]);
  });

  test('shows no hash, no token and no private name', async () => {
    const { text } = await admin('GET', '/users?limit=100');
    expect(text).not.toMatch(/argon2|password|token|bio|display_name/);
  });
});

describe('the picker of a playbook’s editor', () => {
  test('offers published prompts by title, a page at a time, with their bodies', async () => {
    for (let index = 0; index < 33; index += 1)
      await buildPrompt(site, {
        title: `Pick ${String(index).padStart(2, '0')}`,
        prompt_body: `body ${index}`,
      });
    await buildPrompt(site, { title: 'Pick me not', status: 'draft' });
    const { body } = await admin('GET', '/prompt-picker?q=pick&limit=30');
    expect(body.items).toHaveLength(30);
    const rest = await admin('GET', `/prompt-picker?q=pick&limit=30&cursor=${body.next_cursor}`);
    expect([rest.body.items.length, rest.body.next_cursor]).toEqual([3, null]);
    expect(body.total).toBe(33);
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      title: 'Pick 00',
      description: '',
      prompt_body: 'body 0',
      tier_access: 0,
    });
    const found = body.items.map((item: { title: string }) => item.title);
    expect(found).toEqual(found.toSorted());
    expect((await admin('GET', '/prompt-picker?q=pick%20me')).body).toEqual({
      items: [],
      total: 0,
      next_cursor: null,
    });
    expect((await admin('GET', '/prompt-picker?q=p%25k')).body.items).toEqual([]);
    expect((await admin('GET', '/prompt-picker')).body.items).toHaveLength(24);
  });
});

describe('near duplicates', () => {
  const essay = (word: string) =>
    Array.from({ length: 25 }, (_, index) => `Sentence ${index} speaks about ${word} and the weather.`).join(
      ' ',
    );

  test('are found with how similar they are, the most similar first, drafts too', async () => {
    const same = await buildPrompt(site, { title: 'The same', prompt_body: essay('otters') });
    const near = await buildPrompt(site, {
      title: 'Nearly the same',
      status: 'draft',
      prompt_body: essay('otters').replace('Sentence 3', 'Phrase 3'),
    });
    await buildPrompt(site, { title: 'Twice as long', prompt_body: essay('otters').repeat(2) });
    await buildPrompt(site, { title: 'Another text of that length', prompt_body: 'qwx '.repeat(320) });
    const { body } = await admin('POST', '/similar-prompts', { prompt_body: `  ${essay('otters')}\n` });
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([same.id, near.id]);
    expect(body.items[0].similarity).toBe(1);
    expect(body.items[1].similarity).toBeGreaterThan(0.8);
    expect(JSON.stringify(body)).not.toContain('weather');
  });

  test('are five at most, and none if no prompt is similar', async () => {
    for (let index = 0; index < 7; index += 1)
      await buildPrompt(site, { prompt_body: essay(`badgers${index}`) });
    expect(
      (await admin('POST', '/similar-prompts', { prompt_body: essay('badgers') })).body.items,
    ).toHaveLength(5);
    for (const prompt_body of ['', '   ', 'zzz', '\u{1F600}'.repeat(40)])
      expect((await admin('POST', '/similar-prompts', { prompt_body })).body).toEqual({
        items: [],
        total: 0,
        next_cursor: null,
      });
  });
});
