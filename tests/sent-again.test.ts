import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// A create whose answer was lost is sent again with its id. It must not undo what somebody else has done with the record since.

let site: TestSite;
let token: string;
let other: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
  other = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const records = [
  { path: '/prompts', made: { title: 'Sent prompt', prompt_body: 'x' }, field: 'description' },
  { path: '/playbooks', made: { title: 'Sent playbook' }, field: 'description' },
  { path: '/tiers', made: { price: 900 }, field: 'name' },
  { path: '/offers', made: { percent_off: 10 }, field: 'code' },
  { path: '/categories', made: { name: 'Sent category' }, field: 'description' },
];

describe.each(records)('POST $path', ({ path, made, field }) => {
  const all = `/api/v1/admin${path}`;
  const id = crypto.randomUUID();
  const send = (value: string) =>
    site.api('POST', all, { token, body: { id, ...made, [field]: value.toUpperCase() } });

  test('sent again makes one record, as it was sent last', async () => {
    for (const value of ['first', 'second', 'third'])
      expect(await send(value)).toMatchObject({ status: 201, body: { id, [field]: value.toUpperCase() } });
  });

  test('sent again is refused once somebody else has changed the record', async () => {
    const change = { [field]: 'THEIRS' };
    expect((await site.api('PATCH', `${all}/${id}`, { token: other, body: change })).status).toBe(200);
    expect(await send('fourth')).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error: 'This was already created and has been changed since. Open it to edit it.',
      },
    });
    const { items } = (await site.api('GET', all, { token })).body;
    expect(items.filter((item: { id: string }) => item.id === id)).toMatchObject([change]);
  });
});
