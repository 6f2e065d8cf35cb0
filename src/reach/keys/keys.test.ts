import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestLimits } from '#constants';
import { buildAdmin, buildMember, buildPrompt } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
});
afterAll(() => site.stop());

async function buildKey(token: string, body: object = {}) {
  const made = await site.api('POST', '/api/v1/keys', {
    token,
    body: { name: 'Editor', scopes: ['library:read'], ...body },
  });
  expect(made.status, made.text).toBe(201);
  return made.body as { id: string; key: string; hint: string; expires_at: string | null };
}

test('a key can read what its member can, and is shown once', async () => {
  const member = await buildMember(site, { level: 1 });
  const open = await buildPrompt(site, { tier_access: 1 });
  const locked = await buildPrompt(site, { tier_access: 2 });
  const { key, hint } = await buildKey(member.token, { days: 30 });
  expect(key).toMatch(/^promptory_[0-9A-Za-z]{40}$/);
  expect(key.startsWith(hint)).toBe(true);
  const body = async (slug: string) =>
    (await site.api('GET', `/api/v1/prompts/${slug}`, { token: key })).body.prompt_body;
  expect(await body(open.slug)).toBe(open.prompt_body);
  expect(await body(locked.slug)).toBeNull();
  const list = await site.api('GET', '/api/v1/keys', { token: member.token });
  expect(list.body.items).toMatchObject([{ name: 'Editor', hint, scopes: ['library:read'] }]);
  expect(list.body.items[0].last_used_at).not.toBeNull();
  expect(list.text).not.toContain(key);
  const { rows } = await site.pool.query('select * from api_keys');
  expect(JSON.stringify(rows)).not.toContain(key);
});

test('a key can ask what its member may still do today, but not who they are', async () => {
  const member = await buildMember(site, { level: 1 });
  const { key } = await buildKey(member.token, { scopes: ['library:read', 'library:copy'] });
  const { slug } = await buildPrompt(site);
  const allowance = async () => (await site.api('GET', '/api/v1/allowance', { token: key })).body;
  const profile = (await site.api('GET', '/api/v1/profile', { token: member.token })).body;
  const first = await allowance();
  for (const [name, value] of Object.entries(first)) expect(value, name).toEqual(profile[name]);
  expect(first).toMatchObject({ id: member.id, tier_id: expect.any(String), runs_left: 0 });
  expect(JSON.stringify(first)).not.toContain('@');
  await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token: key });
  expect((await allowance()).copies_left).toBe(first.copies_left - 1);
});

test('creating a key needs a recent sign-in or a proof of identity, and its owner is emailed', async () => {
  const member = await buildMember(site);
  await site.db
    .updateTable('auth.sessions')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('user_id', '=', member.id)
    .execute();
  const { token, password } = member;
  const body = { name: 'My editor', scopes: ['library:read'] };
  const refused = await site.api('POST', '/api/v1/keys', { token, body });
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_needed']);
  const proved = await site.api('POST', '/api/v1/sessions/confirm', { token, body: { password } });
  expect(proved.status).toBe(200);
  await buildKey(token, body);
  const { subject } = await emailsOf(site, member.email, 1);
  expect(subject).toBe('A new API key was created for your account at Promptory');
});

test('a key that is created again after a lost answer replaces the one that nobody has seen', async () => {
  const { token, email } = await buildMember(site);
  const id = crypto.randomUUID();
  const unseen = await buildKey(token, { id });
  const made = await buildKey(token, { id, name: 'Renamed', days: 30 });
  const read = async (key: string) => (await site.api('GET', '/api/v1/tiers', { token: key })).status;
  expect(await read(unseen.key)).toBe(401);
  const list = async () => (await site.api('GET', '/api/v1/keys', { token })).body.items;
  expect(await list()).toMatchObject([{ id, name: 'Renamed', hint: made.hint, last_used_at: null }]);
  // Whoever replaces a key can use it, so its owner learns of that too.
  await emailsOf(site, email, 2);
  expect(await read(made.key)).toBe(200);
  const again = (by: string) =>
    site.api('POST', '/api/v1/keys', { token: by, body: { id, name: 'Other', scopes: ['library:read'] } });
  expect((await again(token)).status).toBe(409);
  const other = await buildMember(site);
  expect((await again(other.token)).status).toBe(409);
  expect(await read(made.key)).toBe(200);
  expect((await list())[0].name).toBe('Renamed');
});

test('keys used at the same moment each act for their own member', async () => {
  const members = await Promise.all([1, 2, 3].map(() => buildMember(site)));
  const liked = await Promise.all(members.map(() => buildPrompt(site)));
  for (const [index, { token }] of members.entries())
    await site.api('PUT', `/api/v1/prompts/${liked[index]?.slug}/favorite`, { token });
  const keys = await Promise.all(members.map(({ token }) => buildKey(token)));
  const asked = Array.from({ length: 24 }, (_, index) => index % keys.length);
  const answers = await Promise.all(
    asked.map((index) =>
      site.api('GET', '/api/v1/prompts?favorites=true', { token: keys[index]?.key ?? '' }),
    ),
  );
  expect(answers.map(({ body }) => body.items[0]?.slug)).toEqual(asked.map((index) => liked[index]?.slug));
});

test('where admins need a second factor, a passkey is enough for their key', async () => {
  const admin = await buildAdmin(site);
  const { key } = await buildKey(admin.token, { scopes: ['catalog:write'] });
  await setSetting(site, 'second_factor_for_admins', 'true');
  const list = async () => (await site.api('GET', '/api/v1/admin/prompts', { token: key })).status;
  await expect.poll(list).toBe(403);
  await site.db
    .insertInto('auth.passkeys')
    .values({
      user_id: admin.id,
      credential_id: Buffer.from('id'),
      public_key: Buffer.from('key'),
      friendly_name: 'Phone',
    })
    .execute();
  await expect.poll(list).toBe(200);
  await setSetting(site, 'second_factor_for_admins', 'false');
});

test('a key can do nothing that it has no scope for, and nothing with its account', async () => {
  const member = await buildMember(site);
  const prompt = await buildPrompt(site);
  const { key, id } = await buildKey(member.token);
  const copy = await site.api('POST', `/api/v1/prompts/${prompt.slug}/copies`, { token: key });
  expect([copy.status, copy.body.code]).toEqual([403, 'insufficient_scope']);
  expect(copy.body.error).toContain('library:copy');
  for (const [method, path] of [
    ['GET', '/keys'],
    ['DELETE', `/keys/${id}`],
    ['GET', '/profile'],
    ['GET', '/values'],
    ['GET', '/my-versions'],
    ['POST', '/subscription/portal'],
  ] as const)
    expect((await site.api(method, `/api/v1${path}`, { token: key })).status, path).toBe(403);
  expect((await site.api('GET', '/auth/v1/user', { token: key })).status).toBe(403);
});

test('the API answers a refused token with the reason, and with where to get one', async () => {
  const { token } = await buildMember(site);
  const { key } = await buildKey(token);
  const from = `resource_metadata="${site.url}/.well-known/oauth-protected-resource/api/v1"`;
  for (const [given, challenge] of [
    [undefined, `Bearer ${from}`],
    [`promptory_${'a'.repeat(40)}`, `Bearer error="invalid_token", ${from}`],
    [key, `Bearer error="insufficient_scope", scope="library:copy", ${from}`],
  ]) {
    const path = '/api/v1/prompts/any/copies';
    const refused = await site.api('POST', path, given === undefined ? {} : { token: given });
    expect(refused.headers.get('www-authenticate')).toBe(challenge);
  }
  const own = await site.api('GET', '/api/v1/prompts/any', { token });
  expect([own.status, own.headers.get('www-authenticate')]).toEqual([404, null]);
});

test('the API says how a key that is sent in another way must be sent', async () => {
  const { key } = await buildKey((await buildMember(site)).token);
  for (const authorization of [key, `Token ${key}`, `Bearer: ${key}`, 'Bearer']) {
    const { status, body } = await site.api('GET', '/api/v1/prompts', { headers: { authorization } });
    expect([authorization, status, body]).toEqual([
      authorization,
      401,
      { error: 'The Authorization header must be "Bearer <key>".', code: 'invalid_token' },
    ]);
  }
});

test("a plain member can't create a key that changes the catalog, and an admin's stops working without the role", async () => {
  const member = await buildMember(site);
  const body = { name: 'CI', scopes: ['catalog:write'] };
  expect((await site.api('POST', '/api/v1/keys', { token: member.token, body })).status).toBe(403);
  const admin = await buildAdmin(site);
  const { key } = await buildKey(admin.token, body);
  const create = () =>
    site.api('POST', '/api/v1/admin/prompts', { token: key, body: { title: 'Made', prompt_body: 'x' } });
  expect((await create()).status).toBe(201);
  expect((await site.api('GET', '/api/v1/admin/users', { token: key })).status).toBe(403);
  await site.db.updateTable('profiles').set({ role: 'member' }).where('id', '=', admin.id).execute();
  expect((await create()).status).toBe(403);
});

describe('a key that has ended', () => {
  const status = async (key: string) => (await site.api('GET', '/api/v1/prompts', { token: key })).status;

  test('is refused at once when it is revoked', async () => {
    const member = await buildMember(site);
    const { key, id } = await buildKey(member.token);
    expect(await status(key)).toBe(200);
    const other = await buildMember(site);
    expect((await site.api('DELETE', `/api/v1/keys/${id}`, { token: other.token })).status).toBe(404);
    expect((await site.api('DELETE', `/api/v1/keys/${id}`, { token: member.token })).status).toBe(200);
    expect(await status(key)).toBe(401);
  });

  test('is refused after it expires, for a banned account, and if mistyped', async () => {
    const member = await buildMember(site);
    const { key, id } = await buildKey(member.token);
    const set = (expires_at: Date | null) =>
      site.db.updateTable('api_keys').set({ expires_at }).where('id', '=', id).execute();
    const hasExpired = async () =>
      (await site.api('GET', '/api/v1/keys', { token: member.token })).body.items[0].has_expired;
    await set(new Date(Date.now() - 1_000));
    expect([await status(key), await hasExpired()]).toEqual([401, true]);
    await set(null);
    expect([await status(key), await hasExpired()]).toEqual([200, false]);
    expect(await status(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toBe(401);
    await site.pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      member.id,
    ]);
    expect(await status(key)).toBe(401);
  });
});

test('answers for a key say how many requests are left, and the limit stops it', async () => {
  const member = await buildMember(site);
  const { key } = await buildKey(member.token);
  const ask = () => site.api('GET', '/api/v1/tiers', { token: key });
  const { points, seconds } = requestLimits['api-key'];
  const first = await ask();
  expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${points};w=${seconds}`);
  expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${points - 1};t=\\d+$`));
  await site.pool.query("update rate_limits set points = $1 where key like 'api-key:%'", [points]);
  const over = await ask();
  expect([over.status, over.body.code]).toEqual([429, 'over_request_rate_limit']);
  expect(over.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(
    (await site.api('GET', '/api/v1/tiers', { token: member.token })).headers.get('ratelimit'),
  ).toBeNull();
});
