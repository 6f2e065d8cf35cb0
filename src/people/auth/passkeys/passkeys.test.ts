import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '#tests/harness/authenticator.ts';
import { buildAdmin, buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await setSetting(site, 'passkeys', 'true');
});
afterAll(() => site.stop());

const call = (method: string, path: string, token?: string, body?: object) =>
  site.api(method, `/auth/v1/${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const post = (path: string, body: object, token?: string) => call('POST', path, token, body);
const device = (options: { verifies?: boolean } = {}) =>
  createAuthenticator({ origin: site.url, ...options });
type Device = ReturnType<typeof device>;

const startRegistration = async (token: string) =>
  (await post('passkeys/registration/options', {}, token)).body;
async function register(token: string, authenticator: Device) {
  const { challenge_id, options } = await startRegistration(token);
  return post(
    'passkeys/registration/verify',
    { challenge_id, credential: authenticator.create(options) },
    token,
  );
}
const start = async () => (await post('passkeys/authentication/options', {})).body;
async function signIn(authenticator: Device, handle?: string) {
  const { challenge_id, options } = await start();
  return post('passkeys/authentication/verify', {
    challenge_id,
    credential: authenticator.use(options, handle),
  });
}
async function buildWithPasskey(build = buildMember) {
  const member = await build(site);
  const authenticator = device();
  const made = await register(member.token, authenticator);
  expect(made.status, made.text).toBe(200);
  return { ...member, authenticator, passkeyId: made.body.id as string };
}
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [
  status,
  body.error_code,
];
const failed = [400, 'webauthn_verification_failed'];
const unknownChallenge = [400, 'webauthn_challenge_not_found'];

describe('a passkey', () => {
  test('signs in by itself, as two factors; it is listed, renamed and removed', async () => {
    const { authenticator, passkeyId, session, email } = await buildWithPasskey();
    const client = site.authClient();
    const { data: asked } = await client.passkey.startAuthentication();
    if (!asked) throw new Error('no options');
    expect(asked.options).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
    expect(asked.options.allowCredentials ?? []).toEqual([]);
    const { data, error } = await client.passkey.verifyAuthentication({
      challengeId: asked.challenge_id,
      credential: authenticator.use(asked.options),
    });
    expect(error).toBeNull();
    expect(data?.user?.email).toBe(email);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] });

    const owner = site.authClient();
    await owner.setSession(session);
    await owner.passkey.update({ passkeyId, friendlyName: 'My phone' });
    const { data: listed } = await owner.passkey.list();
    expect(listed).toMatchObject([
      { id: passkeyId, friendly_name: 'My phone', last_used_at: expect.any(String) },
    ]);
    expect((await emailsOf(site, email, 1)).subject).toContain('New passkey for');
    expect((await owner.passkey.delete({ passkeyId })).error).toBeNull();
    expect(codeOf(await signIn(authenticator))).toEqual(failed);
  });

  test('is refused with a challenge that was used, belongs to someone else, or was never issued', async () => {
    const { authenticator, token } = await buildWithPasskey();
    const other = await buildMember(site);
    const { challenge_id, options } = await start();
    const credential = authenticator.use(options);
    const use = () => post('passkeys/authentication/verify', { challenge_id, credential });
    expect((await use()).status).toBe(200);
    expect(codeOf(await use())).toEqual(unknownChallenge);
    // A wrong answer uses it up too.
    const next = await start();
    const tries = [{ ...credential }, authenticator.use(next.options)];
    const answers = [];
    for (const tried of tries)
      answers.push(
        codeOf(
          await post('passkeys/authentication/verify', {
            challenge_id: next.challenge_id,
            credential: tried,
          }),
        ),
      );
    expect(answers).toEqual([failed, unknownChallenge]);
    // A registration challenge belongs to its session, and can't be used to sign in.
    const mine = await startRegistration(token);
    const made = device().create(mine.options);
    const body = { challenge_id: mine.challenge_id, credential: made };
    expect(codeOf(await post('passkeys/registration/verify', body, other.token))).toEqual(unknownChallenge);
    const asSignIn = { challenge_id: mine.challenge_id, credential: authenticator.use(mine.options) };
    expect(codeOf(await post('passkeys/authentication/verify', asSignIn))).toEqual(unknownChallenge);
  });

  test('works once with one challenge, even if sent ten times at once', async () => {
    const { authenticator } = await buildWithPasskey();
    const { challenge_id, options } = await start();
    const credential = authenticator.use(options);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('passkeys/authentication/verify', { challenge_id, credential })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is refused from another site, for another account, unverified, from a copy, and once expired', async () => {
    const { authenticator, passkeyId } = await buildWithPasskey();
    const other = await buildMember(site);
    authenticator.origin = 'https://evil.example';
    expect(codeOf(await signIn(authenticator))).toEqual(failed);
    authenticator.origin = site.url;
    expect(codeOf(await signIn(authenticator, Buffer.from(other.id).toString('base64url')))).toEqual(failed);
    expect(codeOf(await signIn(device()))).toEqual(failed);
    authenticator.counter = 40;
    expect((await signIn(authenticator)).status).toBe(200);
    authenticator.counter = 5;
    expect(codeOf(await signIn(authenticator))).toEqual(failed);
    authenticator.counter = 50;
    const late = await start();
    await site.pool.query("update auth.challenges set expires_at = now() - interval '1 second'");
    const body = { challenge_id: late.challenge_id, credential: authenticator.use(late.options) };
    expect(codeOf(await post('passkeys/authentication/verify', body))).toEqual([
      400,
      'webauthn_challenge_expired',
    ]);
    const member = await buildMember(site);
    expect(codeOf(await register(member.token, device({ verifies: false })))).toEqual(failed);
    const foreign = device();
    foreign.origin = 'https://evil.example';
    expect(codeOf(await register(member.token, foreign))).toEqual(failed);
    expect(codeOf(await register(member.token, authenticator))).toEqual([422, 'webauthn_credential_exists']);
    // Other accounts can't rename or remove it.
    expect((await call('DELETE', `passkeys/${passkeyId}`, other.token)).status).toBe(404);
    expect((await call('PATCH', `passkeys/${passkeyId}`, other.token, { friendly_name: 'x' })).status).toBe(
      404,
    );
  });

  test('can only be added after a recent sign-in, with the second factor if there is one', async () => {
    const member = await buildMember(site);
    await site.pool.query(
      "update auth.sessions set created_at = now() - interval '16 minutes' where user_id = $1",
      [member.id],
    );
    expect(codeOf(await post('passkeys/registration/options', {}, member.token))).toEqual([
      400,
      'reauthentication_needed',
    ]);
    const { email, password, token } = await buildMember(site);
    const key = device();
    await enrollKey(token, key);
    const again = await site.authClient().signInWithPassword({ email, password });
    const half = again.data.session?.access_token ?? '';
    expect(codeOf(await post('passkeys/registration/options', {}, half))).toEqual([401, 'insufficient_aal']);
  });

  test("doesn't work while the owner has turned passkeys off", async () => {
    const { authenticator, token } = await buildWithPasskey();
    const asked = await start();
    await setSetting(site, 'passkeys', 'false');
    const body = { challenge_id: asked.challenge_id, credential: authenticator.use(asked.options) };
    for (const answer of [
      await post('passkeys/authentication/options', {}),
      await post('passkeys/authentication/verify', body),
      await post('passkeys/registration/options', {}, token),
    ])
      expect(codeOf(answer)).toEqual([404, 'passkey_disabled']);
    expect(codeOf(await post('factors', { factor_type: 'webauthn' }, token))).toEqual([
      422,
      'mfa_webauthn_enroll_not_enabled',
    ]);
    await setSetting(site, 'passkeys', 'true');
  });

  test('gives admins their role if the owner requires two factors', async () => {
    const { authenticator, token, email, password } = await buildWithPasskey(buildAdmin);
    await setSetting(site, 'second_factor_for_admins', 'true');
    const can = async (as: string) => (await site.api('GET', '/api/v1/admin/settings', { token: as })).status;
    const { data } = await site.authClient().signInWithPassword({ email, password });
    expect(await can(data.session?.access_token ?? '')).toBe(403);
    expect(await can(token)).toBe(200);
    expect(await can((await signIn(authenticator)).body.access_token)).toBe(200);
    await setSetting(site, 'second_factor_for_admins', 'false');
  });
});

async function enrollKey(token: string, key: Device) {
  const factor = (await post('factors', { factor_type: 'webauthn', friendly_name: 'Key' }, token)).body;
  const { id, webauthn } = (await post(`factors/${factor.id}/challenge`, {}, token)).body;
  expect(webauthn.type).toBe('create');
  const credential_response = key.create(webauthn.credential_options.publicKey);
  const verified = await post(
    `factors/${factor.id}/verify`,
    { challenge_id: id, webauthn: { type: 'create', credential_response } },
    token,
  );
  expect(verified.status, verified.text).toBe(200);
  return { factorId: factor.id as string, token: verified.body.access_token as string };
}

describe('a security key as second factor', () => {
  test('is asked for after the password, and raises the level of the session', async () => {
    const { email, password, token } = await buildMember(site);
    const key = device({ verifies: false });
    const { factorId } = await enrollKey(token, key);
    const client = site.authClient();
    const { data } = await client.signInWithPassword({ email, password });
    const half = data.session?.access_token ?? '';
    expect((await site.api('GET', '/api/v1/profile', { token: half })).body.code).toBe(
      'second_factor_required',
    );
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.webauthn).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'webauthn' }]);
    const ask = async () => (await post(`factors/${factorId}/challenge`, {}, half)).body;
    const asked = await ask();
    expect(asked.webauthn).toMatchObject({
      type: 'request',
      credential_options: { publicKey: { rpId: 'localhost', allowCredentials: [{ id: key.id }] } },
    });
    const answer = (challenge_id: string, credential_response: object, type = 'request') =>
      post(`factors/${factorId}/verify`, { challenge_id, webauthn: { type, credential_response } }, half);
    const { publicKey } = asked.webauthn.credential_options;
    expect(codeOf(await answer(asked.id, device().use(publicKey)))).toEqual(failed);
    const next = await ask();
    // Verifying as if the key were being set up would let in any other key.
    const create = {
      challenge: next.webauthn.credential_options.publicKey.challenge,
      rp: { id: 'localhost' },
      user: { id: '' },
    };
    expect((await answer(next.id, device().create(create), 'create')).status).toBe(400);
    const last = await ask();
    const credential = key.use(last.webauthn.credential_options.publicKey);
    const opened = await answer(last.id, credential);
    expect(opened.status, opened.text).toBe(200);
    expect((await site.api('GET', '/api/v1/profile', { token: opened.body.access_token })).status).toBe(200);
    const claims = JSON.parse(Buffer.from(opened.body.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'password' }, { method: 'mfa/webauthn' }] });
    expect(codeOf(await answer(last.id, credential))).toEqual([422, 'mfa_challenge_expired']);
  });

  test('only works for its own session and factor', async () => {
    const { email, password, token } = await buildMember(site);
    const key = device();
    const mine = await enrollKey(token, key);
    const other = await buildMember(site);
    const theirs = await enrollKey(other.token, device());
    const sessions = await Promise.all(
      [1, 2].map(() => site.authClient().signInWithPassword({ email, password })),
    );
    const [one = '', two = ''] = sessions.map(({ data }) => data.session?.access_token ?? '');
    const asked = (await post(`factors/${mine.factorId}/challenge`, {}, one)).body;
    const credential_response = key.use(asked.webauthn.credential_options.publicKey);
    const body = { challenge_id: asked.id, webauthn: { type: 'request', credential_response } };
    expect((await post(`factors/${mine.factorId}/verify`, body, two)).status).toBe(422);
    expect((await post(`factors/${theirs.factorId}/verify`, body, one)).status).toBe(422);
    expect((await post(`factors/${theirs.factorId}/challenge`, {}, one)).status).toBe(404);
    expect((await call('DELETE', `factors/${mine.factorId}`, one)).status).toBe(401);
    const expire = (seconds: number) =>
      site.pool.query(
        'update auth.challenges set expires_at = expires_at + make_interval(secs => $1) where id = $2',
        [...[seconds, asked.id]],
      );
    await expire(-3_600);
    expect((await post(`factors/${mine.factorId}/verify`, body, one)).status).toBe(422);
    await expire(3_600);
    expect((await post(`factors/${mine.factorId}/verify`, body, one)).status).toBe(200);
  });
});
