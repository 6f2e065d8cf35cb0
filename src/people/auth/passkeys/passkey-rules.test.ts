import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeysPerAccount } from '#constants';
import { createAuthenticator } from '#tests/harness/authenticator.ts';
import { buildAdmin, buildMember, buildTeam } from '#tests/harness/build.ts';
import { promptory } from '#tests/harness/command-line.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { appSecret, createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await setSetting(site, 'passkeys', 'true');
});
afterAll(() => site.stop());

const call = (method: string, path: string, token?: string, body?: object) =>
  site.api(method, `/auth/v1/${path}`, { ...(token && { token }), ...(body && { body }) });
const device = () => createAuthenticator({ origin: site.url });
const startRegistration = (token: string) => call('POST', 'passkeys/registration/options', token, {});
async function finish(token: string, started: Awaited<ReturnType<typeof startRegistration>>, own = device()) {
  const { challenge_id, options } = started.body;
  const body = { challenge_id, credential: own.create(options) };
  return call('POST', 'passkeys/registration/verify', token, body);
}
const register = async (token: string, own = device()) => finish(token, await startRegistration(token), own);
async function signIn(own: ReturnType<typeof device>) {
  const { body } = await call('POST', 'passkeys/authentication/options', undefined, {});
  const credential = own.use(body.options);
  return call('POST', 'passkeys/authentication/verify', undefined, {
    challenge_id: body.challenge_id,
    credential,
  });
}
/** Sets up an app in this session. @returns the id of the factor, and the raised session's token */
async function addApp(token: string) {
  const { id, totp } = (await call('POST', 'factors', token, { factor_type: 'totp' })).body;
  const challenge_id = (await call('POST', `factors/${id}/challenge`, token)).body.id;
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const { body } = await call('POST', `factors/${id}/verify`, token, { challenge_id, code });
  return { factorId: id as string, token: body.access_token as string };
}
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [
  status,
  body.error_code,
];

test('an account has at most ten passkeys, oldest first, each device once', async () => {
  const { token } = await buildMember(site);
  const ids: string[] = [];
  const own = device();
  ids.push((await register(token, own)).body.id);
  const { excludeCredentials } = (await startRegistration(token)).body.options;
  expect(excludeCredentials).toMatchObject([{ id: own.id }]);
  while (ids.length < passkeysPerAccount - 1) ids.push((await register(token)).body.id);
  const [last, tooMany] = [await startRegistration(token), await startRegistration(token)];
  ids.push((await finish(token, last)).body.id);
  const full = [422, 'too_many_passkeys'];
  expect(codeOf(await finish(token, tooMany))).toEqual(full);
  expect(codeOf(await startRegistration(token))).toEqual(full);
  const { body } = await call('GET', 'passkeys', token);
  expect(body.map(({ id }: { id: string }) => id)).toEqual(ids);
});

test('a passkey opens no account whose address is unconfirmed', async () => {
  const { id, token } = await buildMember(site);
  const own = device();
  await register(token, own);
  await site.pool.query('update auth.users set email_confirmed_at = null where id = $1', [id]);
  expect(codeOf(await signIn(own))).toEqual([403, 'email_not_confirmed']);
});

test('a session of the password alone neither sees nor changes the passkeys of an account with two factors', async () => {
  const { email, password, token } = await buildMember(site);
  const { id } = (await register(token)).body;
  await addApp(token);
  const { data } = await site.authClient().signInWithPassword({ email, password });
  const half = data.session?.access_token ?? '';
  for (const answer of [
    await call('GET', 'passkeys', half),
    await call('PATCH', `passkeys/${id}`, half, { friendly_name: 'Mine now' }),
    await call('DELETE', `passkeys/${id}`, half),
  ])
    expect(codeOf(answer)).toEqual([401, 'insufficient_aal']);
});

test('when the last app is removed, the sessions of passkeys still count as two factors', async () => {
  const { token } = await buildMember(site);
  const own = device();
  await register(token, own);
  const raised = await addApp(token);
  const { refresh_token } = (await signIn(own)).body;
  expect((await call('DELETE', `factors/${raised.factorId}`, raised.token)).status).toBe(200);
  const client = site.authClient();
  await client.refreshSession({ refresh_token });
  expect((await client.getClaims()).data?.claims.aal).toBe('aal2');
});

test('a security key is the second factor of one account only', async () => {
  const key = device();
  const enroll = async () => {
    const { token } = await buildMember(site);
    const { id } = (await call('POST', 'factors', token, { factor_type: 'webauthn' })).body;
    const { body } = await call('POST', `factors/${id}/challenge`, token);
    const credential_response = key.create(body.webauthn.credential_options.publicKey);
    const webauthn = { type: 'create', credential_response };
    return call('POST', `factors/${id}/verify`, token, { challenge_id: body.id, webauthn });
  };
  expect((await enroll()).status).toBe(200);
  expect(codeOf(await enroll())).toEqual([422, 'webauthn_credential_exists']);
});

test('for the team, the password alone replaces no passkey, while passkeys are on', async () => {
  const settingsOf = async (token: string) =>
    (await site.api('GET', '/api/v1/admin/settings', { token })).status;
  const passwordOf = async ({ email, password }: { email: string; password: string }) =>
    (await site.authClient().signInWithPassword({ email, password })).data.session?.access_token ?? '';
  const admin = await buildAdmin(site);
  const own = device();
  const { id } = (await register(admin.token, own)).body;
  const prepared = (await call('POST', 'factors', (await buildMember(site)).token, { factor_type: 'totp' }))
    .body;
  await setSetting(site, 'second_factor_for_admins', 'true');
  // The session that has just added it has shown it.
  expect((await call('PATCH', `passkeys/${id}`, admin.token, { friendly_name: 'New' })).status).toBe(200);
  expect(await settingsOf(admin.token)).toBe(200);
  const half = await passwordOf(admin);
  // As if it had been prepared before the passkey was added.
  await site.pool.query('update auth.factors set user_id = $1 where id = $2', [admin.id, prepared.id]);
  const challenge_id = (await call('POST', `factors/${prepared.id}/challenge`, half)).body.id;
  const code = new TOTP({ secret: Secret.fromBase32(prepared.totp.secret) }).generate();
  for (const answer of [
    await call('POST', 'factors', half, { factor_type: 'totp' }),
    await call('POST', `factors/${prepared.id}/verify`, half, { challenge_id, code }),
    await startRegistration(half),
    await call('PATCH', `passkeys/${id}`, half, { friendly_name: 'Mine now' }),
    await call('DELETE', `passkeys/${id}`, half),
  ])
    expect(codeOf(answer)).toEqual([401, 'insufficient_aal']);
  expect(await settingsOf(half)).toBe(403);
  // A key counts with the role of an account that has a passkey.
  const addKey = (token: string) =>
    site.api('POST', '/api/v1/keys', { token, body: { name: 'Editor', scopes: ['library:read'], days: 30 } });
  const { status, body: refused } = await addKey(half);
  expect([status, refused.code]).toEqual([403, 'forbidden']);
  const { access_token } = (await signIn(own)).body;
  expect(await settingsOf(access_token)).toBe(200);
  expect((await call('PATCH', `passkeys/${id}`, access_token, { friendly_name: 'Laptop' })).status).toBe(200);
  expect((await addKey(access_token)).status).toBe(201);
  // Nobody could sign in with it to set up something else.
  await setSetting(site, 'passkeys', 'false');
  expect(await settingsOf((await addApp(half)).token)).toBe(200);
  await setSetting(site, 'passkeys', 'true');
  await setSetting(site, 'second_factor_for_admins', 'false');
});

test('a passkey that was lost is removed by an admin or the command line', async () => {
  const admin = await buildAdmin(site);
  const environment = {
    DATABASE_URL: site.database.connectionString,
    DATA_DIR: site.dataDir,
    APP_SECRET: appSecret,
  };
  const ways = [
    (id: string) => site.api('DELETE', `/api/v1/admin/members/${id}/two-factor`, { token: admin.token }),
    (_: string, email: string) => promptory(environment, 'member', 'turn-off-two-factor', email),
  ];
  for (const turnOff of ways) {
    const { id, email, password, token } = await buildTeam(site, 'editor');
    await register(token);
    const page = () => site.api('GET', `/api/v1/admin/members/${id}`, { token: admin.token });
    expect((await page()).body.can.turn_off_two_factor).toBe(true);
    await turnOff(id, email);
    expect((await page()).body).toMatchObject({
      sign_in: { has_second_factor: false, devices: 0 },
      can: { turn_off_two_factor: false },
    });
    const { data } = await site.authClient().signInWithPassword({ email, password });
    expect((await startRegistration(data.session?.access_token ?? '')).status).toBe(200);
    await emailsOf(site, email, turnOff === ways[0] ? 2 : 1);
  }
});
