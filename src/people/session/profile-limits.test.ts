import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site);
});
afterAll(() => site.stop());

const change = (body: unknown, { token } = member) => site.api('PATCH', '/api/v1/profile', { token, body });

test.each([
  [{ display_name: 'n'.repeat(limits.displayName) }, { display_name: 'n'.repeat(limits.displayName) }],
  [{ display_name: ` ${'n'.repeat(limits.displayName)} ` }, { display_name: 'n'.repeat(limits.displayName) }],
  [{ display_name: 'Two\nlines\r\n' }, { display_name: 'Two lines' }],
  [{ bio: 'b'.repeat(limits.bio) }, { bio: 'b'.repeat(limits.bio) }],
  [
    { display_name: '  ', bio: '' },
    { display_name: null, bio: null },
  ],
  [
    { display_name: '日本 😀 <b>', bio: 'one\n\ntwo' },
    { display_name: '日本 😀 <b>', bio: 'one\n\ntwo' },
  ],
  [{ locale: 'de' }, { locale: 'de', display_name: '日本 😀 <b>' }],
  [
    { email_news: false, weekly_digest: true },
    { email_news: false, weekly_digest: true, email_notifications: true, email_replies: true },
  ],
])('a profile takes %j', async (body, shown) => {
  const { status, body: profile } = await change(body);
  expect([status, profile]).toEqual([200, expect.objectContaining(shown)]);
});

test.each([
  { display_name: 'n'.repeat(limits.displayName + 1) },
  { bio: 'b'.repeat(limits.bio + 1) },
  { display_name: 'nul \0' },
  { bio: 'nul \0' },
  { bio: 'half a pair \ud800' },
  { locale: 'fr' },
  { email_news: 'no' },
  { email_replies: null },
  { role: 'admin' },
  { tier_id: 1 },
  { email: 'somebody@example.com' },
])('a profile does not take %j, and stays as it is', async (body) => {
  const before = (await site.api('GET', '/api/v1/profile', { token: member.token })).text;
  const { status } = await change(body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect((await site.api('GET', '/api/v1/profile', { token: member.token })).text).toBe(before);
});

test('members only change their own profile, and an empty change does nothing', async () => {
  const other = await buildMember(site);
  const before = (await site.api('GET', '/api/v1/profile', { token: other.token })).body;
  await change({ display_name: 'Mine' });
  expect((await change({}, other)).body).toEqual(before);
  expect((await site.api('PATCH', '/api/v1/profile', { body: { bio: 'x' } })).status).toBe(401);
});

test("characters that can't be stored are refused in comments too, with that reason", async () => {
  const { slug } = await buildPrompt(site);
  for (const body of ['nul \0', 'half a pair \ud800']) {
    const { token } = member;
    const refused = await site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body: { body } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  }
  const list = await site.api('GET', `/api/v1/prompts/${slug}/comments`, { token: member.token });
  expect(list.body).toMatchObject({ items: [], total: 0 });
});

test('German readers see in German what is wrong with a text', async () => {
  const headers = { 'Promptory-Language': 'de' };
  const refused = await site.api('PATCH', '/api/v1/profile', {
    token: member.token,
    headers,
    body: { bio: 'nul \0' },
  });
  // cspell:disable-next-line
  expect(refused.body.error).toContain('nicht gespeichert werden');
});
