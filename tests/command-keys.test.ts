import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from './harness/build.ts';
import { promptory } from './harness/command-line.ts';
import { appSecret, createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());
const environmentOf = ({ database, dataDir }: TestSite) => ({
  DATABASE_URL: database.connectionString,
  DATA_DIR: dataDir,
  APP_SECRET: appSecret,
  LOG_LEVEL: 'error',
});

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const profile = (token: string) => site.api('GET', '/api/v1/profile', { token });

test('rotating the signing keys signs nobody out', async () => {
  const before = await buildMember(site);
  expect(await promptory(environmentOf(site), 'keys', 'rotate')).toMatchObject({ code: 0, stderr: '' });
  expect((await profile(before.token)).status).toBe(200);
  const kids = (await site.api('GET', '/auth/v1/.well-known/jwks.json')).body.keys.map(
    (key: { kid: string }) => key.kid,
  );
  expect(kids).toHaveLength(2);
  expect(kids[1]).toBe(kidOf(before.token));
  // The site starts to sign new tokens with the new key.
  const after = await buildMember(site);
  expect(kidOf(after.token)).toBe(kids[0]);
  for (const { token } of [before, after]) expect((await profile(token)).status).toBe(200);
});

test('renewing the signing keys ends every session', async () => {
  const own = await createTestSite();
  const member = await buildMember(own);
  const renew = await promptory(environmentOf(own), 'keys', 'renew');
  expect(renew.code).toBe(0);
  expect((await own.api('GET', '/api/v1/profile', { token: member.token })).status).toBe(401);
  const refresh = await own.api('POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: member.session.refresh_token },
  });
  expect(refresh.body.error_code).toBe('refresh_token_not_found');
  // After a restart, as the command advises, the site creates a new key.
  const restarted = await createTestSite({ database: own.database });
  expect((await restarted.authClient().signInWithPassword(member)).error).toBeNull();
  await restarted.stop();
  await own.stop();
});

test('renewing the signing keys works with a new APP_SECRET, including those for connected programs', async () => {
  const own = await createTestSite();
  const openid = '/.well-known/openid-configuration';
  expect((await own.api('GET', openid)).status).toBe(200);
  const environment = { APP_SECRET: `another ${appSecret}` };
  await promptory({ ...environmentOf(own), ...environment }, 'keys', 'renew');
  const restarted = await createTestSite({ database: own.database, environment });
  expect((await restarted.api('GET', openid)).status).toBe(200);
  await restarted.stop();
  await own.stop();
});
