import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildStep } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

const bothMark = '\n\n––– also saved on another device –––\n\n';
let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site, { level: 1 });
});
afterAll(() => site.stop());

const call = (method: string, path: string, body?: unknown, { token } = member) =>
  site.api(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
async function playbook() {
  const item = await buildPlaybook(site, { title: 'Launch', tier_access: 1 });
  const prompt = (title: string, prompt_body: string) => ({ type: 'manual', title, prompt_body });
  await buildStep(site, item, { step_order: 0, prompts: [prompt('Research', 'Study {{company}}')] });
  await buildStep(site, item, {
    step_order: 1,
    title: 'Write',
    prompts: [prompt('Draft', 'For [COMPANY] in a {{tone:plain}} voice: {{step 1 result}}')],
  });
  return item;
}

test('a run can be named, filled in, worked through, exported and duplicated', async () => {
  const { slug } = await playbook();
  const run = await call('POST', `/playbooks/${slug}/runs`, { values: { COMPANY: 'Acme' } });
  expect(run.status, run.text).toBe(201);
  expect(run.body).toMatchObject({
    name: 'Launch',
    playbook: { slug, title: 'Launch' },
    values: { company: 'Acme' },
    steps: [
      { done: false, result: '', updated_at: null },
      { done: false, result: '', updated_at: null },
    ],
  });
  const { id } = run.body;
  expect((await call('POST', `/playbooks/${slug}/runs`)).body.name).toBe('Launch 2');
  await call('PUT', `/runs/${id}/steps/0`, { result: 'They sell tea.', done: true });
  await call('PATCH', `/runs/${id}`, { name: 'Tea launch', values: { tone: 'dry', Company: 'Tea & Co.' } });
  const exported = await call('GET', `/runs/${id}/export`);
  expect(exported.headers.get('content-type')).toContain('text/markdown');
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="tea-launch.md"');
  expect(exported.text).toBe(
    [
      ...['# Tea launch', 'Playbook: Launch', '## 1. Step 0 (done)', '### Research'],
      ...['```\nStudy Tea & Co.\n```', '### Result', 'They sell tea.', '## 2. Write', '### Draft'],
      '```\nFor Tea & Co. in a dry voice: They sell tea.\n```\n',
    ].join('\n\n'),
  );
  const copy = (await call('POST', `/playbooks/${slug}/runs`, { from: id })).body;
  expect(copy).toMatchObject({
    name: 'Copy of Tea launch',
    values: { tone: 'dry' },
    steps: [{ done: true }, {}],
  });
  const { items } = (await call('GET', '/runs')).body;
  const mine = items.filter((item: { playbook: { slug: string } }) => item.playbook.slug === slug);
  expect(
    mine.map((item: { done_count: number; step_count: number }) => [item.done_count, item.step_count]),
  ).toEqual([
    [1, 2],
    [1, 2],
    [0, 2],
  ]);
  await call('DELETE', `/runs/${id}`);
  expect((await call('GET', `/runs/${id}`)).status).toBe(404);
  expect((await call('GET', `/runs/${copy.id}`)).body.steps[0].result).toBe('They sell tea.');
});

test('two devices that save at once lose nothing: the later save keeps both texts', async () => {
  const { slug } = await playbook();
  const { id } = (await call('POST', `/playbooks/${slug}/runs`)).body;
  const save = (change: object) => call('PUT', `/runs/${id}/steps/0`, change);
  const first = (await save({ result: 'one', updated_at: null })).body;
  expect(first).toMatchObject({ result: 'one', is_merged: false });
  const phone = (await save({ result: 'one from the phone', updated_at: first.updated_at })).body;
  expect(phone.is_merged).toBe(false);
  const desk = (await save({ result: 'one from the laptop', updated_at: first.updated_at })).body;
  expect(desk).toMatchObject({
    result: `one from the laptop${bothMark}one from the phone`,
    is_merged: true,
  });
  // Marking it done touches no text, however old the page is.
  expect((await save({ done: true, updated_at: first.updated_at })).body).toMatchObject({
    done: true,
    result: desk.result,
  });
  const parallel = await Promise.all(
    ['a', 'b', 'c', 'd'].map((result) => save({ result: `from ${result}`, updated_at: null })),
  );
  expect(parallel.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { result } = (await call('GET', `/runs/${id}`)).body.steps[0];
  for (const text of ['from a', 'from b', 'from c', 'from d', 'the laptop', 'the phone'])
    expect(result).toContain(text);
  await Promise.all([
    call('PATCH', `/runs/${id}`, { values: { company: 'Acme' } }),
    call('PATCH', `/runs/${id}`, { values: { tone: 'dry' } }),
  ]);
  expect((await call('PATCH', `/runs/${id}`, { values: { city: '' } })).body.values).toEqual({
    company: 'Acme',
    tone: 'dry',
  });
});

test('a copy of a run has the same steps as the original', async () => {
  const { slug, id: playbookId } = await playbook();
  const { id, version } = (await call('POST', `/playbooks/${slug}/runs`)).body;
  await site.db
    .updateTable('playbooks')
    .set({ version: version + 1 })
    .where('id', '=', playbookId)
    .execute();
  expect((await call('POST', `/playbooks/${slug}/runs`, { from: id })).body.version).toBe(version);
  expect((await call('POST', `/playbooks/${slug}/runs`)).body.version).toBe(version + 1);
});

test("a save of this device whose response was lost doesn't count as another device's", async () => {
  const { slug } = await playbook();
  const { id } = (await call('POST', `/playbooks/${slug}/runs`)).body;
  const save = (change: object) => call('PUT', `/runs/${id}/steps/0`, change);
  await save({ result: 'Hello word', updated_at: null });
  const corrected = { result: 'Hello world', updated_at: null, unanswered: ['Hello word'] };
  const { body } = await save(corrected);
  expect(body).toMatchObject({ result: 'Hello world', is_merged: false });
  // What really is of another device stays, also where that has been put below the unanswered text.
  await save({ result: 'From the phone', updated_at: null });
  const again = { result: 'From a phone', updated_at: body.updated_at, unanswered: ['From the phone'] };
  expect((await save(again)).body).toMatchObject({
    result: `From a phone${bothMark}Hello world`,
    is_merged: true,
  });
});

test("words that the site adds to a run are in the member's language", async () => {
  const { slug } = await playbook();
  const inGerman = async (method: string, path: string, body?: object) =>
    site.api(method, `/api/v1${path}`, {
      token: member.token,
      headers: { 'Promptory-Language': 'de' },
      ...(body ? { body } : {}),
    });
  const { id } = (await call('POST', `/playbooks/${slug}/runs`, { name: 'Tee' })).body;
  const save = (result: string) => ({ result, done: true, updated_at: null });
  await call('PUT', `/runs/${id}/steps/0`, save('one'));
  await inGerman('PUT', `/runs/${id}/steps/0`, save('two'));
  // A text that was merged in another language is known again, in one piece or in parts.
  const { result } = (await call('PUT', `/runs/${id}/steps/0`, save('two'))).body;
  expect(result).toBe('two\n\n––– auch auf einem anderen Gerät gespeichert –––\n\none'); // cspell:disable-line
  const three = (await call('PUT', `/runs/${id}/steps/0`, save(`three${bothMark}two`))).body;
  expect(three.result).toBe(`three${bothMark}two${bothMark}one`);
  const { text } = await inGerman('GET', `/runs/${id}/export`);
  expect(text).toContain('## 1. Step 0 (erledigt)\n'); // cspell:disable-line
  expect(text).toContain('### Ergebnis\n'); // cspell:disable-line
  const copy = await inGerman('POST', `/playbooks/${slug}/runs`, { from: id });
  expect(copy.body.name).toBe('Kopie von Tee'); // cspell:disable-line
});

test('only its member sees a run, and it shows nothing of the playbook once that is locked', async () => {
  const { slug } = await playbook();
  const somebody = await buildMember(site, { level: 1 });
  const leaving = await buildMember(site, { level: 1 });
  const { id } = (await call('POST', `/playbooks/${slug}/runs`, { name: 'Mine' }, leaving)).body;
  await call('PUT', `/runs/${id}/steps/0`, { result: 'my words' }, leaving);
  for (const [method, path, body] of [
    ['GET', `/runs/${id}`, undefined],
    ['GET', `/runs/${id}/export`, undefined],
    ['PATCH', `/runs/${id}`, { name: 'x' }],
    ['PUT', `/runs/${id}/steps/0`, { done: true }],
    ['DELETE', `/runs/${id}`, undefined],
    ['POST', `/playbooks/${slug}/runs`, { from: id }],
  ] as const)
    expect((await call(method, path, body, somebody)).status, `${method} ${path}`).toBe(404);
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', leaving.id).execute();
  expect((await call('POST', `/playbooks/${slug}/runs`, {}, leaving)).status).toBe(403);
  expect((await call('GET', `/runs/${id}`, undefined, leaving)).body.steps[0].result).toBe('my words');
  const { text } = await call('GET', `/runs/${id}/export`, undefined, leaving);
  expect(text).toContain('my words');
  expect(text).not.toMatch(/Study|Research|Write/);
  const { runs } = (await call('GET', '/profile/export', undefined, leaving)).body;
  expect(runs).toMatchObject([{ name: 'Mine', slug, steps: [{ step: 0, result: 'my words' }] }]);
});
