import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#owner/audit/audit.contract.ts';
import { actionName, areaName } from '#owner/audit/audit-words.ts';
import { buildAdmin, buildMember, buildPrompt, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

type Entry = Pick<
  AuditEntry,
  'action' | 'area' | 'target' | 'target_id' | 'target_name' | 'fields' | 'details'
>;
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
    'Email to members: Scheduled',
    'Email to members: Back to draft',
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

test('categories that are gone are called by the name that they had, also where they went', async () => {
  const [old, kept] = [
    await ask('POST', '/categories', { name: 'Old' }),
    await ask('POST', '/categories', { name: 'Kept' }),
  ];
  await ask('POST', `/categories/${old.id}/merge`, { into: kept.id });
  await ask('PATCH', `/categories/${kept.id}`, { name: 'Gone' });
  await ask('DELETE', `/categories/${kept.id}`);
  const found = await entries('categories');
  expect(found.map(({ target_name }) => target_name)).toEqual(['Old', 'Gone', 'Old', 'Gone', 'Gone']);
  expect(found.slice(2)).toMatchObject([
    { target_id: old.id, target: 'Old', details: { into: 'Kept' } },
    { target_id: kept.id, details: { name: 'Gone' } },
    { target_id: kept.id, target: 'Gone', details: {} },
  ]);
});

test('comments are called by what they are about, and gift codes by the first', async () => {
  const prompt = await buildPrompt(site, { title: 'Outline' });
  const comment = await site.api('POST', `/api/v1/prompts/${prompt.slug}/comments`, {
    token: (await buildMember(site)).token,
    body: { body: 'Hm' },
  });
  const { updated_at } = await ask('GET', `/comments/${comment.body.id}`);
  await ask('PATCH', `/comments/${comment.body.id}`, { decision: 'remove', updated_at });
  expect(await entries('comments')).toMatchObject([
    { target_name: 'Outline', details: { decision: 'remove' } },
  ]);

  const tier_id = (await buildTier(site)).id;
  const id = crypto.randomUUID();
  const { items } = await ask('POST', '/offers/gifts', { id, tier_id, months: 1, count: 3 });
  const [created] = await entries('offers');
  expect(items.map(({ code }: { code: string }) => code)).toContain(created?.target_name);
  expect(created?.details).toEqual({ count: 3, tier_id });
});

test('what was deleted is called by the name that it had, and a webhook by the site that it called', async () => {
  const url = 'https://hooks.example.com/secret';
  const made = {
    tiers: await ask('POST', '/tiers', { name: 'Gold' }),
    pages: await ask('POST', '/pages', { id: crypto.randomUUID(), kind: 'imprint' }),
    offers: await ask('POST', '/offers', { code: 'GONE-10', percent_off: 10, duration: 'once' }),
    webhooks: await ask('POST', '/webhooks', { url, events: ['item.published'], note: '' }),
    mailings: await ask('POST', '/mailings', {}),
    prompts: await ask('POST', '/prompts', { title: 'Gone prompt', prompt_body: 'x' }),
    playbooks: await ask('POST', '/playbooks', { title: 'Gone playbook' }),
  };
  await ask('PATCH', `/mailings/${made.mailings.id}`, { subject: 'Gone news' });
  const names = [
    'Gold',
    made.pages.title,
    'GONE-10',
    'hooks.example.com',
    'Gone news',
    'Gone prompt',
    'Gone playbook',
  ];
  for (const [index, [area, { id }]] of Object.entries(made).entries()) {
    await ask('DELETE', `/${area}/${id}`);
    if (area === 'prompts' || area === 'playbooks') await ask('DELETE', `/${area}/${id}?forever=true`);
    const found = (await entries(area)).filter(({ target_id }) => target_id === id);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ target_name }) => target_name))).toEqual(new Set([names[index]]));
  }
});
