import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#ui/saving/new-id.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// A save that changes nothing gets the usual answer, but isn't a change: it isn't logged, and calls no webhooks.

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
  await admin('POST', '/webhooks', { url: 'https://example.com/hook', events: ['item.changed'] });
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token, ...(body === undefined ? {} : { body }) });
const told = async () =>
  (
    await site.pool.query(
      'select (select count(*) from audit_log) as entries, (select count(*) from webhook_deliveries) as deliveries',
    )
  ).rows;

const step = {
  title: 'First',
  description: 'Begin',
  prompts: [{ type: 'manual', title: 'Own', prompt_body: 'Say {{x}}' }],
};
describe.each([
  {
    path: '/prompts',
    made: {
      title: 'Kept prompt',
      prompt_body: 'Say {{x}} and {{y}}',
      description: 'd',
      category: 'Writing, Work',
      tags: ['a', 'b'],
      blanks: [{ name: 'x', label: 'X' }],
      tier_access: 1,
      difficulty: 'advanced',
    },
    other: { tags: ['a'] },
  },
  {
    path: '/prompts',
    made: { title: 'Planned', prompt_body: 'x' },
    planned: { publish_at: '2999-01-01T00:00:00.000Z' },
    other: { description: 'x' },
  },
  {
    path: '/playbooks',
    made: { title: 'Kept playbook', status: 'published', tags: ['a'], steps: [step] },
    other: { steps: [] },
  },
  {
    path: '/tiers',
    made: { name: 'Kept plan', price: 900, access_level: 3, features: ['One', 'Two'] },
    other: { features: ['One'] },
  },
  {
    path: '/offers',
    made: { code: 'KEPT', percent_off: 10, ends_at: '2999-01-01T00:00:00.000Z' },
    other: { percent_off: 20 },
  },
  {
    path: '/categories',
    made: { name: 'Kept category', description: 'd', is_hidden: false },
    other: { is_hidden: true },
  },
  { path: '/pages', made: { kind: 'own' }, other: { title: 'Another' }, fields: ['title', 'slug', 'body'] },
  { path: '/mailings', made: {}, other: { subject: 'Another' }, fields: ['subject', 'body', 'segment'] },
])('PATCH $path', ({ path, made, planned, other, fields = Object.keys({ ...made, ...planned }) }) => {
  test('with what is there changes nothing, and with anything else does', async () => {
    const created = await admin('POST', path, made);
    expect(created.status, created.text).toBe(201);
    const item = `${path}/${created.body.id}`;
    if (planned) await admin('PATCH', item, planned);
    const before = (await admin('GET', item)).body;
    const known = await told();
    const same = Object.fromEntries(fields.map((name) => [name, before[name]]));
    for (const body of [same, { ...same, updated_at: before.updated_at }, {}])
      expect(await admin('PATCH', item, body)).toMatchObject({
        status: 200,
        body: { updated_at: before.updated_at },
      });
    expect((await admin('GET', item)).body).toEqual(before);
    expect(await told()).toEqual(known);
    const changed = await admin('PATCH', item, { ...same, ...other, updated_at: before.updated_at });
    expect(changed).toMatchObject({ status: 200, body: other });
    expect(changed.body.updated_at > before.updated_at).toBe(true);
    expect(await told()).not.toEqual(known);
  });
});

test("settings that are saved unchanged don't count as a change", async () => {
  const values = { support_email: 'help@example.com', past_due_grace_days: 5 };
  for (const [path, body] of [
    ['/settings', values],
    ['/comment-rules', { words: ['spam'], link_days: 3 }],
    ['/site', { hero: { headline: 'Hello', text: 'x' }, brand: { site_tagline: 'Words' } }],
  ] as const) {
    expect((await admin('PUT', path, body)).status).toBe(200);
    const known = await told();
    expect((await admin('PUT', path, body)).status).toBe(200);
    expect(await told(), path).toEqual(known);
  }
});

test('rows that already have the values of a bulk change stay unchanged', async () => {
  const [first, second] = [await buildPrompt(site, { tags: ['a'] }), await buildPrompt(site, { tags: [] })];
  const times = async () =>
    Promise.all(
      [first, second].map(async ({ id }) => (await admin('GET', `/prompts/${id}`)).body.updated_at),
    );
  const before = await times();
  const change = { status: 'published', add_tags: ['a'] };
  const done = await admin('POST', '/prompts/bulk', { ids: [first.id, second.id], change });
  expect(done).toMatchObject({ status: 200, body: { changed: 2 } });
  const after = await times();
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  expect((await admin('POST', `/bulk-changes/${done.body.id}/undo`)).body).toEqual({ restored: 1, kept: 0 });
  for (const change of [{ add_tags: [] }, { status: 'published', add_tags: ['a'] }]) {
    const known = await told();
    const nothing = await admin('POST', '/prompts/bulk', { ids: [first.id], change });
    expect(nothing).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await told()).toEqual(known);
    const undone = await admin('POST', `/bulk-changes/${nothing.body.id}/undo`);
    expect(undone).toMatchObject({ status: 200, body: { restored: 0, kept: 0 } });
    expect(await told()).toEqual(known);
    expect((await admin('POST', `/bulk-changes/${nothing.body.id}/undo`)).status).toBe(404);
  }
});

test('gift codes that are asked for again with the same id are not logged again', async () => {
  const body = { id: newId(), tier_id: (await buildTier(site)).id, months: 1, count: 2 };
  const first = await admin('POST', '/offers/gifts', body);
  expect(first.status, first.text).toBe(201);
  const known = await told();
  expect((await admin('POST', '/offers/gifts', body)).body).toEqual(first.body);
  expect(await told()).toEqual(known);
});

test('publishing a published page again, and deleting a picture that is not there, change nothing', async () => {
  const { body: page } = await admin('POST', '/pages', { kind: 'own' });
  const { updated_at } = (await admin('PATCH', `/pages/${page.id}`, { body: 'All of it' })).body;
  const publish = () => admin('POST', `/pages/${page.id}/publish`, { updated_at });
  const first = await publish();
  expect(first.status, first.text).toBe(200);
  const known = await told();
  expect((await publish()).body).toEqual(first.body);
  for (const file of ['never.png', '1700000000000-never.webp'])
    expect((await admin('DELETE', `/media/prompts/${file}`)).status).toBe(200);
  expect(await told()).toEqual(known);
});

test('a comment that is saved unchanged stays approved', async () => {
  const [{ slug }, { token: author }] = [await buildPrompt(site), await buildMember(site)];
  const body = 'See https://elsewhere.example';
  const held = await site.api('POST', `/api/v1/prompts/${slug}/comments`, { token: author, body: { body } });
  expect(held.body.status).toBe('held');
  const change = (by: string, sent: object) =>
    site.api('PATCH', `/api/v1/comments/${held.body.id}`, { token: by, body: sent });
  expect((await change(token, { status: 'visible' })).status).toBe(200);
  expect((await change(author, { body })).body).toMatchObject({ status: 'visible', is_edited: false });
  expect((await change(author, { body: `${body} now` })).body).toMatchObject({
    status: 'held',
    is_edited: true,
  });
});

test("assigning the current role and saving a webhook unchanged don't count as changes", async () => {
  const { id } = await buildMember(site);
  const hook = { url: 'https://example.com/other', events: ['plan.started'], note: 'Ours' };
  const { body } = await admin('POST', '/webhooks', hook);
  await site.pool.query('update webhook_endpoints set failing_since = now() where id = $1', [body.id]);
  const known = await told();
  expect((await admin('PUT', `/members/${id}/role`, { role: 'member' })).status).toBe(200);
  const { failing_since } = (await admin('PATCH', `/webhooks/${body.id}`, { ...hook, is_enabled: true }))
    .body;
  expect(failing_since).not.toBeNull();
  expect((await admin('PATCH', `/webhooks/${body.id}`, {})).status).toBe(200);
  expect(await told()).toEqual(known);
  expect((await admin('PATCH', `/webhooks/${body.id}`, { events: ['plan.ended'] })).status).toBe(200);
  expect((await admin('PUT', `/members/${id}/role`, { role: 'editor' })).status).toBe(200);
  expect(await told()).not.toEqual(known);
});

test('suspending a suspended member in the same way, and lifting no suspension, change nothing', async () => {
  const { id } = await buildMember(site);
  const suspension = `/members/${id}/suspension`;
  const lift = () => admin('DELETE', suspension);
  for (const body of [
    { until: null, note: '' },
    { until: null, note: 'Spam' },
    { until: '2999-01-01T00:00:00.000Z', note: 'Spam' },
  ]) {
    const known = await told();
    const first = await admin('PUT', suspension, body);
    expect(first.status, first.text).toBe(200);
    const changed = await told();
    expect(changed).not.toEqual(known);
    expect((await admin('PUT', suspension, body)).body).toEqual(first.body);
    expect(await told()).toEqual(changed);
  }
  expect((await lift()).status).toBe(200);
  const lifted = await told();
  expect((await lift()).status).toBe(200);
  expect(await told()).toEqual(lifted);
});

describe('what a member saves unchanged keeps its time:', () => {
  let member: string;
  beforeAll(async () => {
    member = (await buildMember(site, { level: 1 })).token;
  });
  const own = async (method: string, path: string, body?: unknown) => {
    const answer = await site.api(method, `/api/v1${path}`, {
      token: member,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };

  test('the text of an own version', async () => {
    const { slug } = await buildPrompt(site);
    const { id, text, base_version, updated_at } = await own('POST', '/my-versions', { prompt: slug });
    const save = async (body: object) => (await own('PATCH', `/my-versions/${id}`, body)).updated_at;
    expect(await save({ text, base_version, updated_at })).toBe(updated_at);
    expect((await save({ text: 'Mine', updated_at })) > updated_at).toBe(true);
  });

  test('a run and its step', async () => {
    const playbook = await buildPlaybook(site);
    await buildStep(site, playbook);
    const { id } = await own('POST', `/playbooks/${playbook.slug}/runs`, { name: 'First' });
    const save = (result: string) => own('PUT', `/runs/${id}/steps/0`, { result });
    const saved = await save('One');
    const run = await own('GET', `/runs/${id}`);
    expect(await save('One')).toEqual(saved);
    expect(await own('PATCH', `/runs/${id}`, { name: 'First', values: {} })).toEqual(run);
    expect((await save('Two')).updated_at > saved.updated_at).toBe(true);
    const { updated_at } = await own('GET', `/runs/${id}`);
    expect(updated_at > run.updated_at).toBe(true);
    expect((await own('PATCH', `/runs/${id}`, { name: 'Second' })).updated_at > updated_at).toBe(true);
  });

  test('a collection and its items', async () => {
    const [first, second] = [await buildPrompt(site), await buildPrompt(site)];
    const { id } = await own('POST', '/collections', { name: 'Kept' });
    const path = `/collections/${id}`;
    const add = ({ slug }: { slug: string }) =>
      own('POST', `${path}/items`, { target_type: 'prompt', slug, note: 'Good' });
    const item = await add(first);
    await add(second);
    await own('PATCH', path, { is_shared: true });
    const time = async () => (await own('GET', path)).updated_at;
    const before = await time();
    await own('PATCH', path, { name: 'Kept', note: '', is_shared: true });
    await add(first);
    await own('PATCH', `${path}/items/${item.id}`, { note: 'Good', position: 0 });
    expect(await time()).toBe(before);
    await own('PATCH', `${path}/items/${item.id}`, { position: 1 });
    const moved = await time();
    expect(moved > before).toBe(true);
    await own('PATCH', path, { is_shared: false });
    expect((await time()) > moved).toBe(true);
  });
});
