import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, scopes } from '#constants';
import { buildMember, buildTeam } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const make = (token: string, body: object = {}, headers = {}) =>
  site.api('POST', '/api/v1/keys', {
    token,
    headers,
    body: { name: 'Key', scopes: ['library:read'], ...body },
  });
const list = async (token: string) => (await site.api('GET', '/api/v1/keys', { token })).body;
type Key = { name: string; scopes: string[]; created_at: string; expires_at: string };

test('an account has at most fifty keys, even if several are created at once', async () => {
  const { id, token } = await buildMember(site);
  await site.pool.query(
    `insert into api_keys (user_id, name, hash, hint, scopes)
      select $1::uuid, 'Key ' || n, sha256((n::text || $1::text)::bytea), 'promptory_x', '{library:read}' from generate_series(1, $2) n`,
    [id, limits.apiKeys - 3],
  );
  const made = await Promise.all(Array.from({ length: 8 }, () => make(token)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(201), ...Array(5).fill(409)]);
  expect((await list(token)).total).toBe(limits.apiKeys);
  expect((await make(token)).body.error).toBe('You have 50 keys. Revoke one to create another.');
  // Revoking one makes room, and other members' keys don't count.
  const [{ id: key }] = (await list(token)).items;
  await site.api('DELETE', `/api/v1/keys/${key}`, { token });
  expect((await make(token)).status).toBe(201);
  expect((await make((await buildMember(site)).token)).status).toBe(201);
});

test('a key expires after the chosen number of days, to the second', async () => {
  const { token } = await buildMember(site);
  for (const days of [30, 90, 365]) {
    const { created_at, expires_at } = (await make(token, { days })).body as Key;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(days * 86_400_000);
  }
  expect((await make(token)).body.expires_at).toBeNull();
  for (const days of [0, -30, 29, 366, '30', null, 1e9])
    expect((await make(token, { days })).status).toBe(422);
});

test.each([
  [{ name: '' }],
  [{ name: '  ' }],
  [{ name: 'n'.repeat(limits.apiKeyName + 1) }],
  [{ name: 'nul \0' }],
  [{ scopes: [] }],
  [{ scopes: ['everything'] }],
  [{ scopes: 'library:read' }],
  [{ scopes: Array(scopes.length + 1).fill('library:read') }],
  [{ key: 'promptory_mine' }],
  [{ user_id: '0b6f3a52-5f0e-4e6b-9a43-6b3a8d0c1e77' }],
])('no key is made of %j', async (body) => {
  const { token } = await buildMember(site);
  expect((await make(token, body)).status).toBe(422);
  expect(await list(token)).toEqual({ items: [], total: 0, next_cursor: null });
});

test('keys are listed only to their member, newest first, with each scope once', async () => {
  const [one, two] = await Promise.all([buildMember(site), buildMember(site)]);
  const longest = 'n'.repeat(limits.apiKeyName);
  for (const name of [' First ', 'Second', longest])
    await make(one.token, { name, scopes: ['library:read', 'library:copy', 'library:read'] });
  await make(two.token, { name: 'Theirs' });
  const { items, total } = await list(one.token);
  expect([total, items.map(({ name }: Key) => name)]).toEqual([3, [longest, 'Second', 'First']]);
  for (const item of items) expect(item.scopes.toSorted()).toEqual(['library:copy', 'library:read']);
  for (const item of items) expect(Object.keys(item)).not.toContain('hash');
});

test("editors can create keys for the catalog; support can't, and is told so in its language", async () => {
  const [editor, support] = await Promise.all([buildTeam(site, 'editor'), buildTeam(site, 'support')]);
  const catalog = { scopes: ['catalog:write'] };
  expect((await make(editor.token, catalog)).status).toBe(201);
  const refused = await make(support.token, catalog, { 'Promptory-Language': 'de' });
  expect([refused.status, refused.body]).toEqual([
    403,
    {
      code: 'forbidden',
      // cspell:disable-next-line
      error: 'Nur Admins und die Redaktion können Schlüssel mit der Berechtigung catalog:write erstellen.',
    },
  ]);
  expect((await list(support.token)).total).toBe(0);
});

test("an unknown key can't be revoked", async () => {
  const { token } = await buildMember(site);
  for (const [id, status] of [
    [crypto.randomUUID(), 404],
    ['x', 422],
  ] as const)
    expect((await site.api('DELETE', `/api/v1/keys/${id}`, { token })).status).toBe(status);
});
