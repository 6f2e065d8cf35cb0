import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '#constants';
import { buildMember, buildPlaybook, buildStep } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { mergeResults } from './merge-results.server.ts';

const bothMark = '\n\n––– also saved on another device –––\n\n';
type Member = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let member: Member;
beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site);
});
afterAll(() => site.stop());

const call = (method: string, path: string, body?: unknown, { token } = member) =>
  site.api(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
async function playbook(title = 'Guide') {
  const item = await buildPlaybook(site, { title });
  await buildStep(site, item, { prompts: [{ type: 'manual', title: 'x', prompt_body: 'Do it' }] });
  return item;
}
const start = async (slug: string, body: object = {}, who = member) =>
  call('POST', `/playbooks/${slug}/runs`, body, who);
const total = async (who: Member) => (await call('GET', '/runs', undefined, who)).body.total;

test('a member can have 200 runs, however many are started at once', async () => {
  const busy = await buildMember(site);
  const { id, slug } = await playbook();
  await site.pool.query(
    `insert into playbook_runs (user_id, playbook_id, version, name, "values")
      select $1, $2, 1, 'Run ' || n, '{}' from generate_series(1, $3) n`,
    [busy.id, id, limits.runs - 3],
  );
  const made = await Promise.all(Array.from({ length: 24 }, () => start(slug, {}, busy)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([
    ...Array(3).fill(201),
    ...Array(21).fill(409),
  ]);
  expect(await total(busy)).toBe(limits.runs);
  const refused = await start(slug, {}, busy);
  expect(refused.body.error).toBe('You have 200 runs. Delete one to start another.');
  const [{ id: run }] = (await call('GET', '/runs', undefined, busy)).body.items;
  await call('DELETE', `/runs/${run}`, undefined, busy);
  expect((await start(slug, {}, busy)).status).toBe(201);
});

test('the results of all runs of a member have a size limit, for copied runs and for saved steps', async () => {
  const busy = await buildMember(site);
  const { slug } = await playbook();
  const { id } = (await start(slug, {}, busy)).body;
  const other = (await start(slug, {}, busy)).body.id;
  const save = (run: string, result: string) => call('PUT', `/runs/${run}/steps/0`, { result }, busy);
  await site.pool.query(
    `insert into playbook_run_steps (run_id, position, done, result)
      select $1, n, true, repeat('a', $2) from generate_series(1, $3::int) n`,
    [id, limits.runResult, limits.runResultsBytes / limits.runResult - 1],
  );
  expect((await save(id, 'a'.repeat(limits.runResult - 10))).status).toBe(200);
  expect((await save(other, 'a'.repeat(10))).status).toBe(200);
  const refused = await save(other, 'a'.repeat(11));
  const error = 'The results of your runs can take up 20\u00a0MB in total. Delete a run to save more.';
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', error } });
  expect((await start(slug, { from: id }, busy)).status).toBe(409);
  expect(await total(busy)).toBe(2);
  expect((await save(other, 'a')).status).toBe(200);
  expect((await start(slug, { from: other }, busy)).status).toBe(201);
  // Of before there was a bound: what is too much can become less, step by step.
  await site.pool.query(
    `insert into playbook_run_steps (run_id, position, done, result) select $1, 500 + n, true, repeat('a', $2) from generate_series(1, 2) n`,
    [id, limits.runResult],
  );
  expect((await save(id, 'a'.repeat(limits.runResult - 20))).status).toBe(200);
  expect((await save(id, 'a'.repeat(limits.runResult - 10))).status).toBe(409);
});

test('an export is filled in up to 2,000,000 characters; further prompts keep their blanks', async () => {
  const item = await buildPlaybook(site);
  const prompt_body = `${'{{tone}} '.repeat(999)}{{tone}}!`;
  await buildStep(site, item, {
    prompts: ['One', 'Two'].map((title) => ({ type: 'manual', title, prompt_body })),
  });
  const tone = 'x'.repeat(limits.filledText / 1_000 - 1);
  const { id } = (await start(item.slug, { values: { tone } })).body;
  const { text } = await call('GET', `/runs/${id}/export`);
  const [, one = '', two] = text.split('### ');
  expect(one.length).toBe(limits.filledText + 'One\n\n```\n\n```\n\n'.length);
  expect(two).toBe(`Two\n\n\`\`\`\n${prompt_body}\n\`\`\`\n`);
});

test('results and values that are saved in several runs at once do not exceed the limits together', async () => {
  const busy = await buildMember(site);
  const { slug } = await playbook();
  const started = await Promise.all(Array.from({ length: 8 }, () => start(slug, {}, busy)));
  const ids: string[] = started.map(({ body }) => body.id);
  await site.pool.query(
    `insert into playbook_run_steps (run_id, position, done, result)
      select $1, n, true, repeat('a', $2) from generate_series(1, $3::int) n`,
    [ids[0], limits.runResult, limits.runResultsBytes / limits.runResult - 1],
  );
  const statuses = async (send: (id: string) => ReturnType<typeof call>) =>
    (await Promise.all(ids.map(send))).map(({ status }) => status).toSorted();
  await site.pool.query(
    `insert into playbook_runs (user_id, playbook_id, version, name, "values")
      select user_id, playbook_id, version, 'Full', jsonb_build_object('tone', repeat('a', $2))
      from playbook_runs, generate_series(1, $3::int) where id = $1`,
    [ids[0], limits.runValues / 2, (2 * limits.runValuesBytes) / limits.runValues - 1],
  );
  const values = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`name ${index}`, 'a'.repeat(15_000)]),
  );
  expect(await statuses((id) => call('PATCH', `/runs/${id}`, { values }, busy))).toEqual([
    ...[200, 409, 409, 409, 409, 409, 409, 409],
  ]);
  const result = 'a'.repeat(limits.runResult);
  expect(await statuses((id) => call('PUT', `/runs/${id}/steps/0`, { result }, busy))).toEqual([
    ...[200, 409, 409, 409, 409, 409, 409, 409],
  ]);
});

describe('the name of a run', () => {
  test('has up to 200 characters, and is cut where it comes from a longer title', async () => {
    const { slug } = await playbook(`${'x'.repeat(199)}😀${'y'.repeat(90)}`);
    const long = 'n'.repeat(limits.runName);
    expect((await start(slug, { name: long })).body.name).toBe(long);
    for (const name of [`${long}n`, '', '   ', null]) expect((await start(slug, { name })).status).toBe(422);
    const derived = (await start(slug)).body;
    // No half of a character stays behind.
    expect(derived.name).toBe('x'.repeat(199));
    const copy = (await start(slug, { from: derived.id })).body.name;
    expect(copy).toBe(`Copy of ${'x'.repeat(192)}`);
    const change = (name: string) => call('PATCH', `/runs/${derived.id}`, { name });
    expect((await change(`${long}n`)).status).toBe(422);
    expect((await change('  Mine ')).body.name).toBe('Mine');
    expect((await change('Two\nlines\r\n')).body.name).toBe('Two lines');
    expect((await start(slug, { name: 'More\n\nlines' })).body.name).toBe('More lines');
  });

  test("is numbered by this member's runs of the same playbook", async () => {
    const other = await buildMember(site);
    const [one, two] = [await playbook('One'), await playbook('Two')];
    await start(one.slug, {}, other);
    await start(two.slug);
    const names = [];
    for (let time = 0; time < 3; time += 1) names.push((await start(one.slug)).body.name);
    expect(names).toEqual(['One', 'One 2', 'One 3']);
  });
});

test('only your own runs of the same playbook can be copied', async () => {
  const [one, two] = [await playbook(), await playbook()];
  const { id } = (await start(one.slug)).body;
  const before = await total(member);
  for (const [slug, from, status] of [
    [two.slug, id, 404],
    [one.slug, crypto.randomUUID(), 404],
    [one.slug, 'x', 422],
  ] as const)
    expect((await start(slug, { from })).status, from).toBe(status);
  expect(await total(member)).toBe(before);
});

test('the run changed last is listed first, whatever was changed', async () => {
  const reader = await buildMember(site);
  const { slug } = await playbook();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.push((await start(slug, { name }, reader)).body.id);
  const names = async () =>
    (await call('GET', '/runs', undefined, reader)).body.items.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['c', 'b', 'a']);
  await call('PUT', `/runs/${ids[0]}/steps/0`, { done: true }, reader);
  expect(await names()).toEqual(['a', 'c', 'b']);
  await call('PATCH', `/runs/${ids[1]}`, { values: { tone: 'dry' } }, reader);
  expect(await names()).toEqual(['b', 'a', 'c']);
  await call('GET', `/runs/${ids[2]}`, undefined, reader);
  expect(await names()).toEqual(['b', 'a', 'c']);
});

describe('a step', () => {
  test('must be part of the run, and can have up to 100,000 characters', async () => {
    const item = await playbook();
    await buildStep(site, item, { step_order: 1 });
    const { id } = (await start(item.slug)).body;
    const save = (n: string | number, body: object) => call('PUT', `/runs/${id}/steps/${n}`, body);
    const longest = 'r'.repeat(limits.runResult);
    for (const [n, body, status] of [
      [1, { result: longest }, 200],
      [2, { result: 'x' }, 404],
      [99, { done: true }, 404],
      [0, { result: `${longest}r` }, 422],
      [0, { result: 'nul \0' }, 422],
      [0, { done: 'yes' }, 422],
      [100, { done: true }, 422],
      [-1, { done: true }, 422],
      ['first', { done: true }, 422],
      ['0.5', { done: true }, 422],
    ] as const)
      expect((await save(n, body)).status, `${n} ${JSON.stringify(body).slice(0, 30)}`).toBe(status);
    const { steps } = (await call('GET', `/runs/${id}`)).body;
    expect(steps).toHaveLength(2);
    expect(steps[0]).toEqual({ done: false, result: '', updated_at: null });
    expect(steps[1].result).toBe(longest);
  });

  test("that two devices write is refused if both texts don't fit, and nothing is cut off", async () => {
    const { id } = (await start((await playbook()).slug)).body;
    const save = (result: string) => call('PUT', `/runs/${id}/steps/0`, { result, updated_at: null });
    const [one, two] = ['1'.repeat(60_000), '2'.repeat(60_000)];
    await save(one);
    expect((await save(two)).status).toBe(409);
    expect((await call('GET', `/runs/${id}`)).body.steps[0].result).toBe(one);
    const { body } = await save('2'.repeat(30_000));
    expect(body).toMatchObject({ is_merged: true, result: `${'2'.repeat(30_000)}${bothMark}${one}` });
  });

  test.each([
    ['', '', ''],
    ['a', '', 'a'],
    ['', 'a', 'a'],
    ['a', 'a b', 'a b'],
    ['a b', 'b', 'a b'],
    ['a', 'b', `b${bothMark}a`],
  ])('has of %j there and %j here: %j', (theirs, mine, kept) => {
    expect(mergeResults(theirs, mine)).toBe(kept);
  });

  test('can be emptied and reopened, and then no longer counts as done', async () => {
    const { id } = (await start((await playbook()).slug)).body;
    const save = (body: object) => call('PUT', `/runs/${id}/steps/0`, body);
    await save({ result: 'x', done: true });
    expect((await save({ done: false })).body).toMatchObject({ done: false, result: 'x' });
    expect((await save({ result: '' })).body).toMatchObject({ done: false, result: '' });
    const { items } = (await call('GET', '/runs')).body;
    expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({
      done_count: 0,
      step_count: 1,
    });
  });
});

test('a run is kept when its playbook is deleted, with what its member wrote', async () => {
  const item = await playbook('Gone soon');
  await buildStep(site, item, { step_order: 1 });
  const { id } = (await start(item.slug, { values: { tone: 'dry' } })).body;
  await call('PUT', `/runs/${id}/steps/1`, { result: 'my words' });
  await site.db.deleteFrom('playbooks').where('id', '=', item.id).execute();
  const run = (await call('GET', `/runs/${id}`)).body;
  expect(run).toMatchObject({ name: 'Gone soon', playbook: null, values: { tone: 'dry' } });
  expect(run.steps.map(({ result }: { result: string }) => result)).toEqual(['', 'my words']);
  expect((await call('PATCH', `/runs/${id}`, { version: 1 })).body).toEqual({
    code: 'conflict',
    error: 'The playbook has changed again. Reload the page and try again.',
  });
  expect((await call('PATCH', `/runs/${id}`, { name: 'Kept' })).status).toBe(200);
  expect((await call('PUT', `/runs/${id}/steps/2`, { result: 'x' })).status).toBe(404);
  expect((await call('PUT', `/runs/${id}/steps/1`, { done: true })).body.result).toBe('my words');
  expect((await call('GET', `/runs/${id}/export`)).text).toBe(
    '# Kept\n\n## 1. Step 1\n\n## 2. Step 2 (done)\n\n### Result\n\nmy words\n',
  );
});

test("results beyond the last step of a shorter version stay and can be changed, but don't count as done steps", async () => {
  const item = await playbook();
  await buildStep(site, item, { step_order: 1 });
  const { id } = (await start(item.slug)).body;
  const save = (n: number, body: object) => call('PUT', `/runs/${id}/steps/${n}`, body);
  await save(1, { result: 'second', done: true });
  await site.db.deleteFrom('playbook_steps_new').where('step_order', '=', 1).execute();
  const { version } = (await call('GET', `/runs/${id}`)).body.playbook;
  expect((await call('PATCH', `/runs/${id}`, { version })).body.steps).toHaveLength(2);
  expect((await save(1, { result: 'still second' })).body).toMatchObject({
    result: 'still second',
    done: true,
  });
  expect((await save(2, { result: 'x' })).status).toBe(404);
  const { items } = (await call('GET', '/runs')).body;
  expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({ done_count: 0, step_count: 1 });
});

test('values of a run that are too long are refused, and shorter ones can be saved afterward', async () => {
  const { slug } = await playbook();
  const { id } = (await start(slug)).body;
  const fill = (from: number, count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${from + index}`, value]));
  const save = (values: object) => call('PATCH', `/runs/${id}`, { values });
  const long = 'x'.repeat(limits.blankValue);
  expect((await save(fill(0, 20, long))).status).toBe(200);
  const refused = await save(fill(100, 20, long));
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'This run is full: its blanks hold 500,000 characters in total. Shorten something to add more.',
  ]);
  const kept = (await call('GET', `/runs/${id}`)).body.values;
  expect(Object.keys(kept)).toHaveLength(20);
  expect((await start(slug, { from: id, values: fill(100, 20, long) })).status).toBe(409);
  expect((await start(slug, { from: id })).status).toBe(201);
  expect((await save({ ...fill(0, 20, ''), ...fill(100, 20, long) })).status).toBe(200);
});

test('the values of all runs of a member have a maximum length too', async () => {
  const busy = await buildMember(site);
  const { slug } = await playbook();
  const { id } = (await start(slug, { values: { tone: 'dry' } }, busy)).body;
  await site.pool.query(
    `insert into playbook_runs (user_id, playbook_id, version, name, "values")
      select user_id, playbook_id, version, 'Full', jsonb_build_object('tone', repeat('ü', $2))
      from playbook_runs, generate_series(1, $3::int) where id = $1`,
    [id, limits.runValues / 2, limits.runValuesBytes / limits.runValues],
  );
  const save = (change: object) => call('PATCH', `/runs/${id}`, change, busy);
  const refused = await save({ values: { tone: 'dry wit' } });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The blanks of all your runs can take up 20\u00a0MB in total. Shorten something, or delete a run, to add more.',
  ]);
  expect((await start(slug, { from: id }, busy)).status).toBe(409);
  expect((await start(slug, {}, busy)).status).toBe(201);
  expect((await save({ name: 'Kept', values: { tone: '' } })).status).toBe(200);
});

test('a run that already exceeds the limit can still be renamed and emptied', async () => {
  const { id } = (await start((await playbook()).slug)).body;
  const values = JSON.stringify({ tone: 'x'.repeat(limits.runValues), place: 'here' });
  await site.pool.query('update playbook_runs set "values" = $1 where id = $2', [values, id]);
  const change = async (body: object) => (await call('PATCH', `/runs/${id}`, body)).status;
  expect(await change({ name: 'Long' })).toBe(200);
  expect(await change({ values: { place: '' } })).toBe(200);
  expect(await change({ values: { place: 'there' } })).toBe(409);
  expect(await change({ values: { tone: '', place: 'there' } })).toBe(200);
});

test('a run accepts as many values, and as long ones, as blanks can have', async () => {
  const { id } = (await start((await playbook()).slug)).body;
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, 'x']));
  for (const [values, status] of [
    [many(limits.blanks), 200],
    [many(limits.blanks + 1), 422],
    [{ notes: 'x'.repeat(limits.blankValue) }, 200],
    [{ notes: 'x'.repeat(limits.blankValue + 1) }, 422],
    [{ ['n'.repeat(limits.blankName + 1)]: 'x' }, 422],
    [{ ' ': 'x' }, 422],
  ] as const)
    expect((await call('PATCH', `/runs/${id}`, { values })).status).toBe(status);
});

test('starting a run again with the same id returns that run', async () => {
  const reader = await buildMember(site);
  const { slug } = await playbook();
  const id = crypto.randomUUID();
  const made = await Promise.all([1, 2, 3].map(() => start(slug, { id }, reader)));
  made.push(await start(slug, { id }, reader));
  expect(made.map(({ status, body }) => [status, body.id])).toEqual(made.map(() => [201, id]));
  expect(await total(reader)).toBe(1);
  const history = await call('GET', '/history?action=ran', undefined, reader);
  expect(history.body.total).toBe(1);
  const refused = await start(slug, { id }, await buildMember(site));
  expect([refused.status, refused.body.id]).toEqual([409, undefined]);
});

test('with many texts in one step, whole texts are compared instead of searching for one in another', () => {
  const theirs = Array.from({ length: 2_000 }, (_, number) => `b${number}`).join(bothMark);
  const mine = 'a'.repeat(1_000);
  const search = vi.spyOn(String.prototype, 'charCodeAt');
  const merged = mergeResults(theirs, mine);
  const searches = search.mock.calls.length;
  search.mockRestore();
  expect(searches).toBe(0);
  expect(merged).toBe([mine, theirs].join(bothMark));
  expect(mergeResults(theirs, merged)).toBe(merged);
  expect(mergeResults(merged, mine)).toBe(merged);
  // In its place already, wherever that is.
  expect(mergeResults(theirs, 'b7')).toBe(theirs);
  expect(mergeResults(theirs, '')).toBe(theirs);
});

test('a text that is in another one is found in it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀') });
  fc.assert(
    fc.property(text, text, (theirs, mine) => {
      const both = theirs.includes(mine) ? theirs : `${mine}${bothMark}${theirs}`;
      expect(mergeResults(theirs, mine)).toBe(mine.includes(theirs) ? mine : both);
    }),
    { numRuns: 2_000 },
  );
});

test('two texts are compared quickly, however repetitive they are', () => {
  const long = 'a'.repeat(limits.runResult);
  const other = `${'a'.repeat(300)}b${'a'.repeat(limits.runResult / 2)}`;
  for (let time = 0; time < 20; time += 1) {
    expect(mergeResults(long, other) === `${other}${bothMark}${long}`).toBe(true);
    expect(mergeResults(other, long) === `${long}${bothMark}${other}`).toBe(true);
  }
}, 30_000);
