import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const values = async (token: string) =>
  Object.fromEntries(
    (await site.api('GET', '/api/v1/values', { token })).body.items.map(
      ({ name, value }: { name: string; value: string }) => [name, value],
    ),
  );

test('values used in a copy are saved by name, for that member only', async () => {
  const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
  const { slug } = await buildPrompt(site, { prompt_body: '{{companyName}} {{tone}} {{notes}}' });
  const copy = (given: Record<string, string>) =>
    site.api('POST', `/api/v1/prompts/${slug}/copies`, { token: member.token, body: { values: given } });
  await copy({ companyName: 'Acme', tone: 'dry', notes: 'x'.repeat(2_001), unknown: 'x' });
  expect(await values(member.token)).toEqual({ companyName: 'Acme', tone: 'dry' });
  await copy({ 'COMPANY NAME': 'Beta' });
  expect(await values(member.token)).toEqual({ companyName: 'Beta', tone: 'dry' });
  expect(await values(other.token)).toEqual({});
  const exported = await site.api('GET', '/api/v1/profile/export', { token: member.token });
  expect(exported.body.values).toMatchObject([{ name: 'tone' }, { name: 'companyName', value: 'Beta' }]);
});

test('values used for a prompt in a step are saved too, but not the results of steps', async () => {
  const { token } = await buildMember(site);
  const playbook = await buildPlaybook(site);
  const prompt_body = 'For {{companyName}}: {{step 1 result}}';
  await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'x', prompt_body }] });
  const given = { 'company name': 'Acme', 'step 1 result': 'tea', unknown: 'x' };
  await site.api('POST', `/api/v1/playbooks/${playbook.slug}/steps/0/prompts/0/copies`, {
    token,
    body: { values: given },
  });
  expect(await values(token)).toEqual({ companyName: 'Acme' });
});

test('a refused copy saves no values', async () => {
  const member = await buildMember(site, { level: 0 });
  const { slug } = await buildPrompt(site, { prompt_body: '{{tone}}', tier_access: 1 });
  const refused = await site.api('POST', `/api/v1/prompts/${slug}/copies`, {
    token: member.token,
    body: { values: { tone: 'dry' } },
  });
  expect(refused.status).toBe(403);
  expect(await values(member.token)).toEqual({});
});

test('values can be saved, replaced and erased, one at a time or all at once', async () => {
  const [{ token }, other] = await Promise.all([buildMember(site), buildMember(site)]);
  const put = (given: unknown) => site.api('PUT', '/api/v1/values', { token, body: { values: given } });
  expect((await put({ company: 'Acme', tone: 'dry', city: 'Oslo' })).body.total).toBe(3);
  await site.api('PUT', '/api/v1/values', { token: other.token, body: { values: { tone: 'warm' } } });
  await put({ Tone: 'plain', city: '' });
  expect(await values(token)).toEqual({ company: 'Acme', Tone: 'plain' });
  await site.api('DELETE', '/api/v1/values?name=COMPANY', { token });
  expect(await values(token)).toEqual({ Tone: 'plain' });
  expect((await site.api('DELETE', '/api/v1/values', { token })).body).toEqual({
    items: [],
    total: 0,
    next_cursor: null,
  });
  expect(await values(other.token)).toEqual({ tone: 'warm' });
});

test('beyond 300 values, the oldest are deleted', async () => {
  const { token } = await buildMember(site);
  await site.api('PUT', '/api/v1/values', { token, body: { values: { first: 'x' } } });
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`name ${index}`, 'x']));
  const { body } = await site.api('PUT', '/api/v1/values', { token, body: { values: many } });
  expect(body.total).toBe(300);
  expect(body.items.map(({ name }: { name: string }) => name)).not.toContain('first');
});

test('values saved by two devices at once are both kept', async () => {
  const { token } = await buildMember(site);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      site.api('PUT', '/api/v1/values', {
        token,
        body: {
          values: index % 2 ? { a: 'x', b: 'x', [`n${index}`]: 'x' } : { b: 'y', a: 'y', [`n${index}`]: 'y' },
        },
      }),
    ),
  );
  expect(Object.keys(await values(token))).toHaveLength(22);
});
