import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildAdmin, buildMember, buildPrompt, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { mergeTexts } from './merge-texts.server.ts';
import type { Merge } from './my-versions.contract.ts';

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await createTestSite();
  admin = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const call = ({ token }: { token: string }, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
const rewrite = (id: string, prompt_body: string) =>
  call({ token: admin }, 'PATCH', `/admin/prompts/${id}`, { prompt_body });

test("a member's own version can be edited, compared, and updated with changes of the original", async () => {
  const member = await buildMember(site, { level: 1 });
  const { id: promptId, slug } = await buildPrompt(site, {
    title: 'Letter',
    tier_access: 1,
    prompt_body: 'Dear {{name}},\nhow are you?\nBye\n',
  });
  const left = async () => (await call(member, 'GET', '/profile')).body.copies_left;
  const before = await left();
  const made = await call(member, 'POST', '/my-versions', { prompt: slug, values: { NAME: 'Ada' } });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    name: 'Letter',
    prompt: { slug, title: 'Letter' },
    text: 'Dear {{name}},\nhow are you?\nBye\n',
    values: { name: 'Ada' },
    blanks: [{ name: 'name' }],
    is_original_changed: false,
  });
  // It includes the text, so it counts as a copy.
  expect(await left()).toBe(before - 1);
  const { id, updated_at } = made.body;
  const change = (body: object) => call(member, 'PATCH', `/my-versions/${id}`, body);
  await change({ text: 'Dear {{name}},\nhow are you?\nYours\n', updated_at });
  expect((await change({ text: 'from an old page', updated_at })).status).toBe(409);
  // Repeating the request after a lost response changes nothing.
  const again = await change({ text: 'Dear {{name}},\nhow are you?\nYours\n', updated_at });
  expect([again.status, again.body.text]).toEqual([200, 'Dear {{name}},\nhow are you?\nYours\n']);
  const renamed = { text: again.body.text, name: 'Another name', updated_at };
  expect((await change(renamed)).status).toBe(409);
  const other = { text: again.body.text, base_version: 7, updated_at };
  expect((await change(other)).status).toBe(409);
  const get = async (query = '') => (await call(member, 'GET', `/my-versions/${id}${query}`)).body;
  // Names and values don't change the text's version, so an open editor can still save.
  const { updated_at: opened } = await get();
  expect((await change({ name: 'My letter' })).body).toMatchObject({ name: 'My letter', updated_at: opened });
  expect((await change({ name: 'Letter', updated_at: opened })).status).toBe(200);
  expect((await change({})).body.updated_at).toBe(opened);
  const filled = (await change({ values: { name: 'Grace', tone: '' } })).body;
  expect(filled).toMatchObject({ values: { name: 'Grace' }, updated_at: opened });
  // Two devices fill in different blanks, each sending only its changes.
  await Promise.all([change({ values: { tone: 'kind' } }), change({ values: { reader: 'Ada' } })]);
  expect((await change({ values: { tone: '' } })).body.values).toEqual({ name: 'Grace', reader: 'Ada' });
  await change({ values: { reader: '' } });
  expect([filled.difference, (await get()).difference]).toEqual([undefined, undefined]);
  expect(await get('?difference=true')).toMatchObject({
    difference: [
      { kind: 'same', text: 'Dear {{name}},\nhow are you?\n' },
      { kind: 'removed', text: 'Bye\n' },
      { kind: 'added', text: 'Yours\n' },
    ],
  });

  await rewrite(promptId, 'Hello {{name}},\nhow are you?\nBye\n');
  const list = async () => (await call(member, 'GET', `/my-versions?prompt=${slug}`)).body.items;
  expect(await list()).toMatchObject([{ id, is_original_changed: true }]);
  const merge = async () => (await call(member, 'GET', `/my-versions/${id}/merge`)).body;
  const fitting = await merge();
  expect(fitting).toEqual({
    version: 2,
    updated_at: (await get()).updated_at,
    regions: [{ kind: 'merged', text: 'Hello {{name}},\nhow are you?\nYours\n' }],
  });
  // A text saved after the merge isn't overwritten; one saved before it is in the merge.
  const save = ({ regions, version, updated_at }: Merge) =>
    change({
      text: regions.map((region) => 'text' in region && region.text).join(''),
      base_version: version,
      updated_at,
    });
  await change({ text: 'Dear {{name}},\nhow are you?\nAs ever\n' });
  expect((await save(fitting)).status).toBe(409);
  await change({ text: 'Dear {{name}},\nhow are you?\nYours\n' });
  expect((await save(await merge())).status).toBe(200);
  expect(await list()).toMatchObject([{ is_original_changed: false }]);

  await rewrite(promptId, 'Hello {{name}},\nhow are you?\nGoodbye\n');
  expect((await merge()).regions).toEqual([
    { kind: 'merged', text: 'Hello {{name}},\nhow are you?\n' },
    { kind: 'conflict', mine: 'Yours\n', base: 'Bye\n', original: 'Goodbye\n' },
  ]);
  const { my_versions } = (await call(member, 'GET', '/profile/export')).body;
  expect(my_versions).toMatchObject([{ name: 'Letter', slug, values: { name: 'Grace' } }]);
});

test('a version stays with its owner only, even when the plan ends or the original is deleted', async () => {
  const member = await buildMember(site, { level: 1 });
  const { id: promptId, slug } = await buildPrompt(site, { tier_access: 1, prompt_body: 'first-secret\n' });
  const { id } = (await call(member, 'POST', '/my-versions', { prompt: slug, text: 'my words\n' })).body;
  await rewrite(promptId, 'second-secret\n');
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member.id).execute();
  const lapsed = await call(member, 'GET', `/my-versions/${id}?difference=true`);
  expect(lapsed.body).toMatchObject({
    text: 'my words\n',
    difference: [],
    is_original_changed: false,
    original_version: null,
    can: { read_original: false },
  });
  expect(lapsed.text).not.toContain('secret');
  expect((await call(member, 'GET', `/my-versions/${id}/merge`)).status).toBe(403);
  expect((await call(member, 'POST', '/my-versions', { prompt: slug })).status).toBe(403);
  expect((await call(member, 'PATCH', `/my-versions/${id}`, { text: 'more words\n' })).status).toBe(200);
  const somebody = await buildMember(site, { level: 1 });
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/merge', undefined],
    ['PATCH', '', { text: 'x' }],
    ['DELETE', '', undefined],
  ] as const)
    for (const viewer of [somebody, { token: admin }])
      expect((await call(viewer, method, `/my-versions/${id}${path}`, body)).status).toBe(404);
  await call({ token: admin }, 'DELETE', `/admin/prompts/${promptId}`);
  expect((await call(member, 'GET', `/my-versions/${id}`)).body).toMatchObject({
    text: 'more words\n',
    prompt: null,
  });
  expect((await call(member, 'GET', `/my-versions/${id}/merge`)).status).toBe(404);
  await call(member, 'DELETE', `/my-versions/${id}`);
  expect((await call(member, 'GET', '/my-versions')).body.total).toBe(0);
});

test('it belongs to its owner alone once the original is deleted, even for someone who can read everything', async () => {
  const owner = await buildAdmin(site);
  const { id: promptId, slug } = await buildPrompt(site, { prompt_body: 'original\n' });
  const { id } = (await call(owner, 'POST', '/my-versions', { prompt: slug, text: 'my {{word}}\n' })).body;
  for (const forever of ['', '?forever=true'])
    await call(owner, 'DELETE', `/admin/prompts/${promptId}${forever}`);
  const left = await call(owner, 'GET', `/my-versions/${id}?difference=true`);
  expect([left.status, left.body]).toMatchObject([
    200,
    {
      text: 'my {{word}}\n',
      prompt: null,
      blanks: [{ name: 'word' }],
      difference: [],
      is_original_changed: false,
      original_version: null,
      can: { read_original: false },
    },
  ]);
  expect((await call(owner, 'PATCH', `/my-versions/${id}`, { name: 'Mine' })).body.name).toBe('Mine');
  expect((await call(owner, 'GET', `/my-versions/${id}/merge`)).status).toBe(404);
  expect((await call(owner, 'DELETE', `/my-versions/${id}`)).status).toBe(200);
});

test('a version keeps as many values as a text can use, including those filled in last', async () => {
  const member = await buildMember(site, { level: 1 });
  const { slug } = await buildPrompt(site, { prompt_body: 'x' });
  const values = Object.fromEntries(
    Array.from({ length: limits.blanks }, (_, number) => [`blank ${number}`, 'early']),
  );
  const { id } = (await call(member, 'POST', '/my-versions', { prompt: slug, values })).body;
  const { body } = await call(member, 'PATCH', `/my-versions/${id}`, { values: { zone: 'late' } });
  expect([Object.keys(body.values).length, body.values.zone]).toEqual([limits.blanks, 'late']);
});

test("the author's descriptions of blanks aren't shown anymore once the original is locked", async () => {
  const member = await buildMember(site, { level: 1 });
  const { slug } = await buildPrompt(site, {
    tier_access: 1,
    prompt_body: 'Dear {{name}}',
    blanks: JSON.stringify([{ name: 'name', label: 'Whom you write to', default: 'secret' }]),
  });
  const { id } = (await call(member, 'POST', '/my-versions', { prompt: slug })).body;
  const blanks = async () => (await call(member, 'GET', `/my-versions/${id}`)).body.blanks;
  expect(await blanks()).toMatchObject([{ label: 'Whom you write to', default: 'secret' }]);
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member.id).execute();
  expect(await blanks()).toMatchObject([{ name: 'name', label: 'Name', default: '' }]);
});

test.each([
  ['merging the original', '/merge'],
  ['comparing with the original', '?difference=true'],
])('if a plan counts reading, %s counts as reading it', async (_, path) => {
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 2, reading_counts: true });
  const member = await buildMember(site, { tier });
  const { slug } = await buildPrompt(site, { prompt_body: 'Text' });
  const { id } = (await call(member, 'POST', '/my-versions', { prompt: slug })).body;
  const nextDay = async () => {
    for (const table of ['daily_reads', 'daily_copies'])
      await site.pool.query(`update ${table} set day = day - 1 where user_id = $1`, [member.id]);
  };
  await nextDay();
  const read = () => call(member, 'GET', `/my-versions/${id}${path}`);
  expect(JSON.stringify((await read()).body)).toContain('"kind":');
  expect((await call(member, 'GET', '/profile')).body.copies_left).toBe(1);
  await nextDay();
  for (let other = 0; other < 2; other += 1)
    await call(member, 'POST', `/prompts/${(await buildPrompt(site)).slug}/copies`);
  expect((await read()).status).toBe(429);
  expect((await call(member, 'GET', `/my-versions/${id}`)).status).toBe(200);
});

test("the limit of versions holds, and a refused one doesn't count as a copy", async () => {
  const { slug } = await buildPrompt(site, { prompt_body: 'x' });
  for (const reading_counts of [false, true]) {
    const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 50, reading_counts });
    const member = await buildMember(site, { tier });
    await site.pool.query(
      `insert into my_versions (user_id, base_version, name, body) select $1, 1, 'x', 'x' from generate_series(1, $2)`,
      [member.id, limits.myVersions - 3],
    );
    const made = await Promise.all(
      Array.from({ length: 12 }, () => call(member, 'POST', '/my-versions', { prompt: slug })),
    );
    const count = (wanted: number) => made.filter(({ status }) => status === wanted).length;
    expect([count(201), count(409)]).toEqual([3, 9]);
    expect((await call(member, 'GET', '/my-versions')).body.total).toBe(limits.myVersions);
    const copies =
      "select count(*)::int as count from user_activity where user_id = $1 and action_type = 'copy_prompt'";
    expect((await site.pool.query(copies, [member.id])).rows[0].count).toBe(3);
  }
});

test('all versions of a member together have a size limit, even when one of them grows', async () => {
  const member = await buildMember(site);
  const { slug } = await buildPrompt(site);
  // As many versions of the maximum length as fit, with a few hundred bytes left.
  await site.pool.query(
    "insert into my_versions (user_id, base_version, name, body) select $1, 1, 'x', repeat('x', 999950) from generate_series(1, $2)",
    [member.id, limits.myVersionsBytes / 1_000_000],
  );
  const make = (text: string) => call(member, 'POST', '/my-versions', { prompt: slug, text });
  const made = await make('x'.repeat(500));
  expect(made.status, made.text).toBe(201);
  const refusal = {
    status: 422,
    body: {
      code: 'validation_failed',
      error:
        'Your versions can take up 20 MB in total. Shorten something, or delete a version, to save more.',
    },
  };
  expect(await make('x'.repeat(600))).toMatchObject(refusal);
  const change = (body: object) => call(member, 'PATCH', `/my-versions/${made.body.id}`, body);
  expect(await change({ text: 'x'.repeat(1_100) })).toMatchObject(refusal);
  expect(await change({ values: { x: 'x'.repeat(1_100) } })).toMatchObject(refusal);
  expect((await call(member, 'GET', `/my-versions/${made.body.id}`)).body).toEqual(made.body);
  // A version that already exceeds the limit can be shortened and renamed.
  await site.pool.query(
    "update my_versions set body = body || repeat('x', 50) where user_id = $1 and id <> $2",
    [member.id, made.body.id],
  );
  expect((await change({ text: 'x'.repeat(400), name: 'Shorter' })).status).toBe(200);
  expect((await change({ text: 'x'.repeat(401) })).status).toBe(422);
});

test('merges keep every byte that only one has changed, and stay quick', () => {
  expect(mergeTexts('a\nb\nc', 'a\nb\nc', 'a\nB\nc')).toEqual([{ kind: 'merged', text: 'a\nB\nc' }]);
  expect(mergeTexts('a\nb\nmine', 'a\nb\nc', 'first\na\nb\nc')).toEqual([
    { kind: 'merged', text: 'first\na\nb\nmine' },
  ]);
  // The same change on both sides isn't a conflict.
  expect(mergeTexts('a\r\nX\r\n', 'a\r\nb\r\n', 'a\r\nX\r\n')).toEqual([
    { kind: 'merged', text: 'a\r\nX\r\n' },
  ]);
  const numbered = Array.from({ length: 20_000 }, (_, number) => `${number}\n`).join('');
  expect(mergeTexts(`${numbered}x\nb\nmine`, `${numbered}x\nb\nc`, `${numbered}y\nb\nc`)).toEqual([
    { kind: 'merged', text: `${numbered}y\nb\nmine` },
  ]);
  // Comparing a very repetitive text would take minutes, so it isn't compared.
  const blank = '\n'.repeat(limits.mergeLines - 2);
  expect(mergeTexts(`x${blank}`, blank, `${blank}y`)).toMatchObject([{ kind: 'conflict' }]);
});

test('creating a version again with the same id returns that version, and counts as one copy', async () => {
  const member = await buildMember(site, { level: 1 });
  const { slug } = await buildPrompt(site, { prompt_body: 'Text' });
  const left = async () => (await call(member, 'GET', '/profile')).body.copies_left;
  const before = await left();
  const json = { id: crypto.randomUUID(), prompt: slug };
  const made = await Promise.all([1, 2, 3].map(() => call(member, 'POST', '/my-versions', json)));
  made.push(await call(member, 'POST', '/my-versions', json));
  expect(made.map(({ status, body }) => [status, body.id])).toEqual(made.map(() => [201, json.id]));
  expect([(await call(member, 'GET', '/my-versions')).body.total, await left()]).toEqual([1, before - 1]);
  const other = await buildMember(site, { level: 1 });
  const refused = await call(other, 'POST', '/my-versions', json);
  expect([refused.status, refused.text.includes('Text')]).toEqual([409, false]);
  expect((await call(other, 'GET', '/my-versions')).body.total).toBe(0);
});

test('a member can compare texts sixty times a minute', async () => {
  const member = await buildMember(site, { level: 1 });
  const { slug } = await buildPrompt(site, { prompt_body: 'Text' });
  const { id } = (await call(member, 'POST', '/my-versions', { prompt: slug })).body;
  const limited = await createTestSite({ database: site.database, environment: { RATE_LIMITS: 'on' } });
  const { data } = await limited.authClient().signInWithPassword(member);
  const get = (path: string) =>
    limited.api('GET', `/api/v1/my-versions/${id}${path}`, { token: data.session?.access_token ?? '' });
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, turn) => get(turn % 2 ? '/merge' : '?difference=true')),
  );
  expect(statuses.map(({ status }) => status)).toEqual(Array(60).fill(200));
  const refused = [await get('?difference=true'), await get('/merge'), await get('')];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 200]);
  await limited.stop();
});
