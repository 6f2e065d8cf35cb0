import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionName, areaName } from '#owner/audit/audit-words.ts';
import { buildAdmin } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

type Entry = { action: string; area: string; target_name: string | null; fields: string[]; details: object };
let site: TestSite;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  site = await createTestSite();
  admin = await buildAdmin(site);
});
afterAll(() => site.stop());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await site.api(method, `/api/v1/admin${path}`, {
    token: admin.token,
    ...(body && { body }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const entries = async (area: string): Promise<Entry[]> =>
  (await ask('GET', '/audit?limit=100')).items.filter((entry: Entry) => entry.area === area).reverse();
const told = (entry: Entry) => `${areaName(entry.area)}: ${actionName(entry)}`;

test('emails to members are in the audit log in words, with their subject and without their text', async () => {
  const secret = 'Nobody else reads this';
  const { id } = await ask('POST', '/mailings', {});
  const saved = await ask('PATCH', `/mailings/${id}`, { subject: 'Spring news', body: secret });
  const seen = { updated_at: saved.updated_at };
  await ask('POST', `/mailings/${id}/test`, seen);
  await ask('POST', `/mailings/${id}/send`, {
    ...seen,
    send_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await ask('POST', `/mailings/${id}/stop`);
  const named = await entries('mailings');
  expect(named.map(({ target_name }) => target_name)).toEqual(Array(5).fill('Spring news'));
  await ask('DELETE', `/mailings/${id}`);
  const found = await entries('mailings');
  expect(found.map(told)).toEqual([
    'Email to members: Created',
    'Email to members: Changed',
    'Email to members: Tested',
    'Email to members: Sent',
    'Email to members: Stopped',
    'Email to members: Deleted',
  ]);
  expect(JSON.stringify(found)).not.toContain(secret);
});

test('changes of the email server and the model are named, without a value', async () => {
  const change = {
    smtp_host: 'smtp.example.com',
    smtp_user: 'ink',
    smtp_password: 'my password',
    llm_base_url: 'https://models.example.com/v1',
    llm_api_key: 'sk-of-mine',
  };
  await ask('PUT', '/settings', change);
  const found = await entries('settings');
  expect(found.map(told)).toEqual(['Site Settings: Changed']);
  expect(found[0]?.fields.toSorted()).toEqual(Object.keys(change).toSorted());
  for (const value of Object.values(change)) expect(JSON.stringify(found)).not.toContain(value);
});
