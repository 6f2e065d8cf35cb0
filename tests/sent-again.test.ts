import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// A create request whose answer was lost is sent again with the same id. It must not undo changes that others have made since.

let site: TestSite;
let token: string;
let other: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
  other = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const refusal = (error: string) => ({ status: 409, body: { code: 'conflict', error } });
const taken = refusal('This ID is taken. Send another one.');
const changedSince = refusal('This was already created and has been changed since. Open it to edit it.');

const records = [
  { path: '/prompts', made: { title: 'Sent prompt', prompt_body: 'x' }, field: 'description' },
  { path: '/playbooks', made: { title: 'Sent playbook' }, field: 'description' },
  { path: '/tiers', made: { price: 900 }, field: 'name' },
  { path: '/offers', made: { percent_off: 10 }, field: 'code' },
  { path: '/categories', made: { name: 'Sent category' }, field: 'description' },
  {
    path: '/webhooks',
    made: { url: 'https://example.com/', events: ['purchase.created'] },
    field: 'note',
  },
];

describe.each(records)('POST $path', ({ path, made, field }) => {
  const all = `/api/v1/admin${path}`;
  const id = crypto.randomUUID();
  const send = (value: string) =>
    site.api('POST', all, { token, body: { id, ...made, [field]: value.toUpperCase() } });

  test('sent again creates one record, with the latest values', async () => {
    for (const value of ['first', 'second', 'third'])
      expect(await send(value)).toMatchObject({ status: 201, body: { id, [field]: value.toUpperCase() } });
  });

  test('sent again is refused once someone else has changed the record', async () => {
    const change = { [field]: 'THEIRS' };
    expect((await site.api('PATCH', `${all}/${id}`, { token: other, body: change })).status).toBe(200);
    expect(await send('fourth')).toMatchObject(changedSince);
    const { items } = (await site.api('GET', all, { token })).body;
    expect(items.filter((item: { id: string }) => item.id === id)).toMatchObject([change]);
  });

  test('does not overwrite what someone else has created', async () => {
    const theirs = crypto.randomUUID();
    const body = { id: theirs, ...made, ...(path === '/categories' && { name: 'Theirs' }), [field]: 'FIFTH' };
    expect((await site.api('POST', all, { token: other, body })).status).toBe(201);
    const sent = { token, body: { ...body, [field]: 'SIXTH' } };
    expect(await site.api('POST', all, sent)).toMatchObject(taken);
    const { items } = (await site.api('GET', all, { token })).body;
    expect(items.filter((item: { id: string }) => item.id === theirs)).toMatchObject([{ [field]: 'FIFTH' }]);
  });
});

test('a webhook that someone else has created is not taken over after a test of it', async () => {
  const all = '/api/v1/admin/webhooks';
  const body = {
    id: crypto.randomUUID(),
    url: 'https://example.com/',
    events: ['purchase.created'],
    note: 'Theirs',
  };
  expect((await site.api('POST', all, { token: other, body })).status).toBe(201);
  expect((await site.api('POST', `${all}/${body.id}/test`, { token })).status).toBe(200);
  const sent = await site.api('POST', all, { token, body: { ...body, note: 'Mine' } });
  expect([sent.status, sent.body.error]).toEqual([409, 'This ID is taken. Send another one.']);
});

type Item = { slug: string };
test.each([
  { kept: 'runs', make: buildPlaybook, path: ({ slug }: Item) => `/playbooks/${slug}/runs`, values: {} },
  {
    kept: 'results',
    make: buildPrompt,
    path: ({ slug }: Item) => `/prompts/${slug}/results`,
    values: { version: 1, result: 'An answer.' },
  },
  {
    kept: 'comments',
    make: buildPrompt,
    path: ({ slug }: Item) => `/prompts/${slug}/comments`,
    values: { body: 'A comment.' },
  },
  {
    kept: 'own versions',
    make: buildPrompt,
    path: () => '/my-versions',
    values: ({ slug }: Item) => ({ prompt: slug }),
  },
])('$kept of another item are not taken for the one that is sent', async ({ make, path, values }) => {
  const id = crypto.randomUUID();
  const [first, second] = [await make(site), await make(site)];
  const send = (item: Item) =>
    site.api('POST', `/api/v1${path(item)}`, {
      token,
      body: { id, ...(typeof values === 'function' ? values(item) : values) },
    });
  for (let count = 0; count < 2; count += 1) expect((await send(first)).status).toBe(201);
  expect(await send(second)).toMatchObject(taken);
});

test('an own page of another kind is not taken for the one that is sent', async () => {
  const id = crypto.randomUUID();
  const send = (kind: string) => site.api('POST', '/api/v1/admin/pages', { token, body: { id, kind } });
  for (let count = 0; count < 2; count += 1) expect((await send('terms')).status).toBe(201);
  expect(await send('privacy')).toMatchObject(taken);
});

describe.each([
  { kept: 'comments', all: '/prompts/{slug}/comments', field: 'body' },
  { kept: 'collections', all: '/collections', field: 'name' },
])('POST /$kept', ({ kept, all, field }) => {
  const id = crypto.randomUUID();
  let path: string;
  const send = (value: string, as = token) =>
    site.api('POST', path, { token: as, body: { id, [field]: value } });
  beforeAll(async () => {
    path = `/api/v1${all.replace('{slug}', (await buildPrompt(site)).slug)}`;
  });

  test('sent again has the latest text, and is not taken for that of someone else', async () => {
    for (const value of ['first', 'first', 'second', 'third', 'third'])
      expect(await send(value)).toMatchObject({ status: 201, body: { id, [field]: value } });
    expect(await send('third', other)).toMatchObject(taken);
  });

  test('sent again does not undo a later change', async () => {
    const one = `/api/v1/${kept}/${id}`;
    expect((await site.api('PATCH', one, { token, body: { [field]: 'edited' } })).status).toBe(200);
    expect(await send('third')).toMatchObject(changedSince);
    expect((await site.api('GET', one, { token })).body).toMatchObject({ [field]: 'edited' });
    expect((await send('edited')).status).toBe(201);
  });
});

describe.each([
  { path: '/settings', name: 'support_email', values: ['a@example.com', 'b@example.com', 'c@example.com'] },
  { path: '/site', name: 'hero', values: ['A', 'B', 'C'].map((headline) => ({ headline, text: 'x' })) },
])('PUT $path', ({ path, name, values: [first, second, third] }) => {
  const all = `/api/v1/admin${path}`;
  const read = async () => (await site.api('GET', all, { token })).body;
  const save = (value: unknown, expected?: object) =>
    site.api('PUT', all, { token, body: { [name]: value, ...(expected && { expected }) } });

  test('saves all values if the record has not changed since it was read', async () => {
    const { counts: _, brand, ...values } = await read();
    expect((await save(first, { ...values, ...brand })).status).toBe(200);
  });

  test('is refused only for a value that someone else has changed', async () => {
    const before = await read();
    const change = { site_tagline: 'Theirs' };
    await site.api('PUT', '/api/v1/admin/site', { token: other, body: { brand: change } });
    expect((await save(second, { [name]: before[name] })).status).toBe(200);
    expect(await save(third, { [name]: before[name] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await read())[name]).toEqual(second);
    expect((await save(third)).status).toBe(200);
  });
});
