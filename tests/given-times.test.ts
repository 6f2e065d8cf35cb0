import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Programs write times in any form of RFC 3339, as "date-time" in the description says. Those of Python end with +00:00.

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const toPython = (time: string) => time.replace('Z', '000+00:00');

test('a time with an offset is taken for the moment that it names', async () => {
  const { id } = await buildPrompt(site, { status: 'draft' });
  const path = `/api/v1/admin/prompts/${id}`;
  const read = await site.api('GET', path, { token });
  const body = { publish_at: '2099-12-01T10:30:00+02:00', updated_at: toPython(read.body.updated_at) };
  const saved = await site.api('PATCH', path, { token, body });
  expect([saved.status, saved.body.publish_at]).toEqual([200, '2099-12-01T08:30:00.000Z']);

  const stale = await site.api('PATCH', path, {
    token,
    body: { title: 'Stale', updated_at: body.updated_at },
  });
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
});

test('a query takes such a time too', async () => {
  const later = encodeURIComponent('2099-12-01T10:30:00.000000+00:00');
  const { status, body } = await site.api('GET', `/api/v1/admin/audit?from=${later}`, { token });
  expect([status, body.total]).toEqual([200, 0]);
});

test('a time whose moment in UTC is beyond the years that can be stored is refused', async () => {
  const { id } = await buildPrompt(site, { status: 'draft' });
  const body = { publish_at: '9999-12-31T23:59:59-10:00' };
  const answer = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body });
  expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
});

test('what is not a time is refused', async () => {
  const { id } = await buildPrompt(site);
  for (const updated_at of [
    '',
    'tomorrow',
    '2099-12-01',
    '2099-12-01T10:30:00',
    '2099-02-30T10:30:00Z',
    '2099-12-01T10:30:00+99:00',
  ]) {
    const answer = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body: { updated_at } });
    expect([answer.status, answer.body.code], updated_at).toEqual([422, 'validation_failed']);
  }
});
